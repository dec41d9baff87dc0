// The progress of the strong opponents' preparation.

import { get } from "./api.js";
import { find } from "./elements.js";
import { say } from "./words.js";

const OFTEN = 1500; // milliseconds between two requests

/**
 * Show the progress in the element `warm`, for one game or for all, until they are ready.
 * @param {string} [game]
 */
export async function watchWarming(game = "") {
  /** @type {WarmView | null} */
  const progress = await get(`/api/warm?game=${game}`).catch(() => null);
  if (!progress) return;
  const going = progress.done < progress.total && !progress.ready;
  find("warm").hidden = !going;
  if (!going) return;
  find("warm").textContent = say("home.warming", { done: progress.done, total: progress.total });
  setTimeout(() => watchWarming(game), OFTEN);
}
