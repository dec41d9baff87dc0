// Asking for an analysis and hearing of it while it grows.

import { ask, get, post, Refusal } from "./api.js";

const OFTEN = 500; // milliseconds between two questions where no socket can be had
const going = (view) => ["waiting", "running"].includes(view.state);

/** Analyse what is asked for; `told` gets every view of it as it comes. Returns a function that stops it. */
export function analyse(asked, told, failed) {
  const run = { stopped: false, id: null, socket: null, ended: false };
  const stop = () => {
    run.stopped = true;
    run.socket?.close();
    if (run.id && !run.ended) ask("DELETE", `/api/analysis/${run.id}`).catch(() => {});
  };
  const hear = (view) => {
    if (run.stopped) return;
    run.ended = !going(view);
    told(view);
  };
  begin(run, asked, hear).catch((error) => run.stopped || failed(error)).finally(() => { if (run.stopped) stop(); });
  return stop;
}

async function begin(run, asked, hear) {
  ({ id: run.id } = await post("/api/analysis", asked));
  if (run.stopped) return;
  await listen(run, hear);
  while (!run.stopped && !run.ended) { // the socket was cut, or there was none
    hear(await get(`/api/analysis/${run.id}`));
    if (!run.ended) await new Promise((resolve) => setTimeout(resolve, OFTEN));
  }
}

/** Hear of an analysis by a socket until it closes, whatever the reason. */
function listen(run, hear) {
  return new Promise((resolve, reject) => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    run.socket = new WebSocket(`${scheme}://${location.host}/api/analysis/${run.id}/live`);
    run.socket.onmessage = (event) => {
      const view = JSON.parse(event.data);
      if (view.error) reject(new Refusal(view.error.code, view.error.message));
      else hear(view);
    };
    run.socket.onclose = resolve;
  });
}
