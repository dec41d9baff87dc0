// Timing of animations: frames, easing and pauses, all at the visitor's speed; and skipping, for those who have seen enough.

import { pace } from "./settings.js";

let hurried = false; // animations end at once
/** @type {Set<() => void>} */
const sleepers = new Set(); // functions that end an animation or a pause early

/** End all animations, and those that are queued, at once; until `calm`. */
export function hurry() {
  hurried = true;
  for (const wake of [...sleepers]) wake();
}

/** Let animations take their time again. */
export function calm() {
  hurried = false;
}

export const isHurried = () => hurried;

/**
 * Call `frame` with 0 to 1 over some milliseconds at the visitor's speed; without animations only once, with 1.
 * @param {number} milliseconds
 * @param {(part: number) => void} frame
 * @returns {Promise<void>}
 */
export function tween(milliseconds, frame) {
  const length = milliseconds * pace();
  if (!length || hurried) {
    frame(1);
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    const begin = performance.now();
    let frames = 0;
    const end = () => {
      cancelAnimationFrame(frames);
      sleepers.delete(end);
      frame(1);
      resolve();
    };
    /** @param {number} now */
    const turn = (now) => {
      const part = Math.min(1, Math.max(0, (now - begin) / length));
      if (part === 1 || document.hidden) return end(); // a hidden page gets no frames
      frame(part);
      frames = requestAnimationFrame(turn);
    };
    sleepers.add(end);
    frames = requestAnimationFrame(turn);
  });
}

/**
 * Wait at the visitor's speed.
 * @param {number} milliseconds
 * @returns {Promise<void>}
 */
export const pause = (milliseconds) => rest(milliseconds * pace());

/**
 * Wait at any speed, or until the visitor skips.
 * @param {number} milliseconds
 * @returns {Promise<void>}
 */
export function rest(milliseconds) {
  if (!milliseconds || hurried) return Promise.resolve();
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      sleepers.delete(wake);
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    sleepers.add(wake);
  });
}

/** @param {number} part */
export const ease = (part) => (part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2);
/** @param {number} part */
export const arrive = (part) => 1 - (1 - part) ** 3;
/**
 * @param {number} from
 * @param {number} to
 * @param {number} part
 */
export const mix = (from, to, part) => from + (to - from) * part;
