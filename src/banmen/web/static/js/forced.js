// Forced moves and throws are played automatically after a moment, as far as the visitor wishes. They are sent like any other
// move: the server's answer is the truth.
// Passes are automatic by default: nothing is lost, and tapping for nothing is dull. A piece that moves by itself, or
// sticks that fall by themselves, would take the game out of a child's hands, so these have to be enabled.

import { find } from "./elements.js";
import { settings } from "./settings.js";
import { isAsking, state } from "./state.js";

const WAIT = 2200; // milliseconds to see that it is one's turn, and why there is no choice
const THROW = 900;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Return the move that is played automatically now, or null. */
function ownMove() {
  const { view } = state;
  if (view.waits_for !== "move" || view.moves.length !== 1) return null;
  const [move] = view.moves;
  const passes = !move.motion.length;
  return settings.forced === "all" || (settings.forced === "passes" && passes) ? move : null;
}

/**
 * Return a key for the state of a match; chat and proposals do not change it.
 * @param {MatchView} view
 */
export const signOf = (view) => `${view.steps} ${view.position} ${view.yours} ${view.result?.words}`;

/**
 * Start waiting if the next action is automatic; cancel any earlier wait.
 * @param {{act: (type: string) => void, play: (move: MoveView) => void}} doing
 */
export function countDown({ act, play }) {
  clearTimeout(timer);
  const { view } = state;
  if (!view.yours || view.result) return;
  const move = ownMove();
  const throws = view.waits_for === "throw" && settings.throws;
  if (!move && !throws) return;
  const wait = move ? WAIT : THROW;
  const button = find(move ? "only" : "throw");
  button?.style.setProperty("--wait", `${wait}ms`);
  button?.classList.add("counting");
  const sign = signOf(view);
  timer = setTimeout(() => {
    if (signOf(state.view) !== sign) return;
    if (isBusy()) return countDown({ act, play });
    if (move) play(move);
    else act("throw");
  }, wait);
}

/** Tell whether the visitor is doing something else, or is offline. */
function isBusy() {
  return state.showing || state.acting || state.away || state.looking !== null || isAsking() || document.hidden
    || Boolean(document.querySelector("dialog:modal, .welcome"));
}
