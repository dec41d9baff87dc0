// Requesting an analysis and receiving its growing results.

import { socketAt } from "./addresses.js";
import { ask, get, post, Refusal } from "./api.js";

/** @typedef {{stopped: boolean, id: string | null, socket: WebSocket | null, ended: boolean}} Run */

const OFTEN = 500; // milliseconds between two requests if there is no socket
/** @param {AnalysisView} view */
const going = (view) => ["waiting", "running"].includes(view.state);

/**
 * Run an analysis; `receive` gets each view of it as it arrives. Returns a function that stops it.
 * @param {object} body
 * @param {(view: AnalysisView) => void} receive
 * @param {(error: Error) => void} failed
 * @returns {() => void}
 */
export function analyse(body, receive, failed) {
  /** @type {Run} */
  const run = { stopped: false, id: null, socket: null, ended: false };
  const stop = () => {
    run.stopped = true;
    run.socket?.close();
    if (run.id && !run.ended) ask("DELETE", `/api/analysis/${run.id}`).catch(() => {});
  };
  /** @param {AnalysisView} view */
  const forward = (view) => {
    if (run.stopped) return;
    run.ended = !going(view);
    receive(view);
  };
  begin(run, body, forward).catch((error) => run.stopped || failed(error)).finally(() => { if (run.stopped) stop(); });
  return stop;
}

/**
 * @param {Run} run
 * @param {object} body
 * @param {(view: AnalysisView) => void} receive
 */
async function begin(run, body, receive) {
  /** @type {AnalysisStarted} */
  const started = await post("/api/analysis", body);
  run.id = started.id;
  if (run.stopped) return;
  await listen(run, receive);
  while (!run.stopped && !run.ended) { // the socket was closed, or there was none
    receive(await get(`/api/analysis/${run.id}`));
    if (!run.ended) await new Promise((resolve) => setTimeout(resolve, OFTEN));
  }
}

/**
 * Receive an analysis over a socket until it closes, for whatever reason.
 * @param {Run} run
 * @param {(view: AnalysisView) => void} receive
 * @returns {Promise<void>}
 */
function listen(run, receive) {
  return new Promise((resolve, reject) => {
    run.socket = new WebSocket(socketAt(`/api/analysis/${run.id}/live`));
    run.socket.onmessage = (event) => {
      const view = JSON.parse(event.data);
      if (view.error) reject(new Refusal(view.error.code, view.error.message));
      else receive(view);
    };
    run.socket.onclose = () => resolve();
  });
}
