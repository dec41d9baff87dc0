// Short, dry, wooden sounds, synthesised: a burst of noise excites a few resonances of a small piece of wood.

import { unset } from "./elements.js";
import { settings } from "./settings.js";

/** @type {AudioContext} */
let context = unset(); // until the first sound
/** @type {AudioBuffer} */
let noise = unset();
const FADE = 300; // milliseconds after which a knock is no longer audible
let [silence, resting] = [0, 0]; // when the last knock has faded, and the timer for that

function ready() {
  if (!settings.sound || !window.AudioContext) return false;
  if (!context) {
    context = new AudioContext();
    const length = Math.round(context.sampleRate * 0.05);
    noise = context.createBuffer(1, length, context.sampleRate);
    const samples = noise.getChannelData(0);
    for (let index = 0; index < length; index += 1) samples[index] = (Math.random() * 2 - 1) * (1 - index / length) ** 3;
  }
  context.resume().catch(() => {}); // whatever its state: it may just be about to be suspended
  return context.state !== "closed";
}

/**
 * Suspend the output when all is silent: otherwise it would keep a processor busy as long as the page is open.
 * @param {number} delay milliseconds until a knock
 */
function restAfter(delay) {
  const now = performance.now();
  silence = Math.max(silence, now + delay + FADE);
  clearTimeout(resting);
  resting = setTimeout(() => context.suspend().catch(() => {}), silence - now);
}

/**
 * Knock once: `pitch` in hertz, `loud` up to 1, `delay` in milliseconds.
 * @param {number} pitch
 * @param {number} loud
 * @param {number} delay
 */
export function knock(pitch = 900, loud = 0.5, delay = 0) {
  if (!ready()) return;
  restAfter(delay);
  const at = context.currentTime + delay / 1000;
  const out = context.createGain();
  out.gain.setValueAtTime(loud, at);
  out.gain.exponentialRampToValueAtTime(0.0001, at + 0.11);
  out.connect(context.destination);
  for (const [ratio, share, sharp] of [[1, 1, 14], [2.42, 0.5, 18], [4.1, 0.25, 22]]) {
    const burst = context.createBufferSource();
    burst.buffer = noise;
    const ring = context.createBiquadFilter();
    ring.type = "bandpass";
    ring.frequency.value = pitch * ratio;
    ring.Q.value = sharp;
    const level = context.createGain();
    level.gain.value = share * 10;
    burst.connect(ring).connect(level).connect(out);
    burst.start(at);
  }
}

/**
 * The sticks fall: one clack for each.
 * @param {number[]} times
 */
export function clack(times) {
  for (const time of times) knock(1150 + Math.random() * 500, 0.42, time);
}

export const step = () => knock(620 + Math.random() * 60, 0.22);
export const land = () => knock(430, 0.45);
export const hit = () => { knock(300, 0.6); knock(380, 0.4, 70); };
export const glide = () => knock(760, 0.14);
export const home = () => { knock(520, 0.4); knock(660, 0.35, 90); };
export const win = () => [0, 110, 220, 380].forEach((time, index) => knock(420 * 1.19 ** index, 0.5, time));
export const call = () => { knock(540, 0.45); knock(720, 0.5, 130); knock(720, 0.3, 250); };
