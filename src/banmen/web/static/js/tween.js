// Time for movements: frames, easing and pauses, all at the visitor's pace.

import { pace } from "./settings.js";

/** Call `frame` with 0 to 1 over some milliseconds at the visitor's pace; with no pace only once, with 1. */
export function tween(milliseconds, frame) {
  const length = milliseconds * pace();
  if (!length) {
    frame(1);
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    const begin = performance.now();
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

export const pause = (milliseconds) => {
  const length = milliseconds * pace();
  return length ? new Promise((resolve) => setTimeout(resolve, length)) : Promise.resolve();
};

export const ease = (part) => (part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2);
export const arrive = (part) => 1 - (1 - part) ** 3;
export const mix = (from, to, part) => from + (to - from) * part;
