// Time for movements: frames, easing and pauses, all at the visitor's pace.

import { pace } from "./settings.js";

/**
 * Call `frame` with 0 to 1 over some milliseconds at the visitor's pace; with no pace only once, with 1.
 * @param {number} milliseconds
 * @param {(part: number) => void} frame
 * @returns {Promise<void>}
 */
export function tween(milliseconds, frame) {
  const length = milliseconds * pace();
  if (!length) {
    frame(1);
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    const begin = performance.now();
    /** @param {number} now */
    const turn = (now) => {
      const part = Math.min(1, Math.max(0, (now - begin) / length));
      frame(part);
      // A hidden page gets no frames; what moved is at its end at once.
      if (part < 1 && !document.hidden) requestAnimationFrame(turn);
      else {
        if (part < 1) frame(1);
        resolve();
      }
    };
    requestAnimationFrame(turn);
  });
}

/**
 * @param {number} milliseconds
 * @returns {Promise<void>}
 */
export const pause = (milliseconds) => {
  const length = milliseconds * pace();
  return length ? new Promise((resolve) => setTimeout(resolve, length)) : Promise.resolve();
};

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
