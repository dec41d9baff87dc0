// Asking for an analysis and hearing of it while it grows.

import { ask, get, post } from "./api.js";

const OFTEN = 350; // milliseconds

/** Analyse what is asked for; `told` gets every view of it. Returns a function that stops it. */
export function analyse(asked, told, failed) {
  let stopped = false;
  let id = null;
  const run = async () => {
    ({ id } = await post("/api/analysis", asked));
    while (!stopped) {
      const view = await get(`/api/analysis/${id}`);
      if (stopped) return;
      told(view);
      if (!["waiting", "running"].includes(view.state)) return;
      await new Promise((resolve) => setTimeout(resolve, OFTEN));
    }
  };
  const stop = () => {
    stopped = true;
    if (id) ask("DELETE", `/api/analysis/${id}`).catch(() => {});
  };
  run().catch((error) => stopped || failed(error)).finally(() => { if (stopped && id) stop(); });
  return stop;
}
