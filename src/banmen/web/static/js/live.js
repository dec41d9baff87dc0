// The live connection to a match: tells of every change, and connects again by itself.

import { socketAt } from "./addresses.js";
import { formatQuery } from "./picture-format.js";

const ASLEEP = 15_000; // milliseconds after which a connection is not trusted any more

/**
 * Listen to a match. `since` gives the last known number, `told` takes messages, `waiting` whether we are cut off.
 * @param {string} match
 * @param {() => number} since
 * @param {(message: LiveMessage) => void} told
 * @param {(away: boolean) => void} waiting
 */
export function listen(match, since, told, waiting) {
  let pause = 400;
  /** @type {WebSocket | null} */
  let socket = null;
  let closed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let cut = 0;

  function connect() {
    if (closed) return;
    socket = new WebSocket(socketAt(`/api/matches/${encodeURIComponent(match)}/live?${formatQuery({ since: since() })}`));
    socket.onopen = () => {
      pause = 400;
      clearTimeout(cut);
      waiting(false);
    };
    socket.onmessage = (event) => told(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (closed || [1008, 4003, 4004].includes(event.code)) return;
      clearTimeout(cut);
      cut = setTimeout(() => waiting(true), 800); // a short break is not worth a word
      setTimeout(connect, pause);
      pause = Math.min(Math.max(pause, 250) * 1.6, 4000);
    };
  }
  /** Connect afresh at once: the old connection may be dead without knowing it. */
  function renew() {
    pause = 0;
    if (socket?.readyState === WebSocket.OPEN || socket?.readyState === WebSocket.CONNECTING) socket.close();
  }
  connect();
  let hidden = 0; // when the page was last put away
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hidden = Date.now();
    else if (Date.now() - hidden > ASLEEP) renew(); // a phone that slept hears nothing and does not know it
  });
  addEventListener("online", renew);
  document.addEventListener("picturechange", () => socket?.close()); // to be sent pictures in the other form
  addEventListener("pagehide", () => {
    closed = true;
    socket?.close();
  });
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    closed = false;
    connect();
  });
}
