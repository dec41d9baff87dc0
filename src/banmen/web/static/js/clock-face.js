// Clocks beside the players: the server sends their state, and here they keep ticking.

import { announce } from "./announce.js";
import { find, findAll, make } from "./elements.js";
import { state } from "./state.js";
import { say } from "./words.js";

const TICK = 200; // milliseconds
const SHORT = 10; // seconds below which the display changes
const WARNINGS = [30, 10]; // seconds at which a screen reader announces the time left
const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];
const LONG = 10 * HOUR;

let ahead = 0; // seconds by which the server's clock is ahead of this device's
let warned = ""; // whose turn it was at the last announcement of the time, and how much was left

/**
 * Note the server's time.
 * @param {number} time
 */
export function setTime(time) {
  ahead = time - Date.now() / 1000;
}

/**
 * Return how many seconds a player has left.
 * @param {ClockView} clock
 * @param {string} player
 */
function leftOf(clock, player) {
  const left = clock.left[player] ?? 0;
  return Math.max(0, clock.running === player ? left - Math.max(0, Date.now() / 1000 + ahead - clock.since) : left);
}

/**
 * Format a time as clocks show it; who has days needs no seconds, for which four clocks on a phone have no room.
 * @param {number} seconds
 */
function write(seconds) {
  if (seconds >= 2 * DAY) return say("online.days_left", { days: Math.floor(seconds / DAY) });
  if (seconds >= LONG) return say("online.hours_left", { hours: Math.floor(seconds / HOUR) });
  const whole = seconds < SHORT ? Math.floor(seconds) : Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(whole / HOUR), Math.floor((whole % HOUR) / MINUTE)];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(whole % MINUTE)}` : `${minutes}:${two(whole % MINUTE)}`;
}

/** Put a clock beside everybody who has one. */
export function showClocks() {
  const { together, players, result } = state.view;
  if (!together?.clock || !together.begun) return;
  for (const line of findAll(find("players"), ".player")) {
    const seat = players.find(({ player }) => player === line.dataset.player);
    if (!seat || seat.who !== "human") continue;
    const clock = make("span", { class: "clock", role: "timer", "aria-label": say("online.clock_of", { name: seat.name }) });
    (players.length > 2 ? line.querySelector(".told") ?? line : line).append(clock);
  }
  tick();
  if (result) warned = "";
}

/** Show everybody's remaining time. */
function tick() {
  const { together, result } = state.view ?? {};
  const clock = together?.clock;
  if (!clock) return;
  for (const shown of findAll(find("players"), ".clock")) {
    const { player = "" } = /** @type {HTMLElement} */ (shown.closest(".player")).dataset;
    const left = leftOf(clock, player);
    const words = write(left);
    if (shown.textContent !== words) shown.textContent = words;
    const running = clock.running === player && !result;
    shown.classList.toggle("running", running);
    shown.classList.toggle("short", running && left <= SHORT);
    if (running && together.own.includes(player)) warn(left, `${player} ${clock.since}`);
  }
}

/**
 * Announce once that there is little time left.
 * @param {number} left
 * @param {string} turn
 */
function warn(left, turn) {
  const due = WARNINGS.filter((seconds) => left <= seconds).at(-1);
  const sign = `${turn} ${due}`;
  if (!due || warned === sign || left < due - 2) return;
  warned = sign;
  announce(say("online.seconds_left", { seconds: due }));
}

setInterval(tick, TICK);
