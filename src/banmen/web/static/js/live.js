// The live connection to a match: it reports every change, sends the visitor's actions, and reconnects by itself.
// The server sends everything once, and then only changes: here they are merged, so that no other code needs to know.

import { socketAt } from "./addresses.js";
import { persist, post, Refusal } from "./api.js";
import { formatQuery } from "./picture-format.js";

const ASLEEP = 15_000; // milliseconds after which a connection is no longer trusted
const PATIENCE = 2500; // milliseconds without an answer after which an action is sent as a request

/**
 * An action of the visitor, with the id by which the server recognises a repetition.
 * @typedef {{type: string, seq: number, client_id: string, move?: string}} Action
 */

/**
 * What a connection has received: a match without its picture, and the picture's parts.
 * @typedef {{view: Partial<MatchView>, parts: string[]}} Kept
 */

/** @type {Kept} */
const NOTHING = { view: {}, parts: [] };

/**
 * Complete a message from earlier ones: missing fields are unchanged, and so are the parts of the picture
 * that are given by their numbers. Returns the message, and what is known now.
 * @param {Kept} before
 * @param {LiveChange} change
 * @returns {[LiveMessage, Kept]}
 */
function complete(before, { view, picture, ...message }) {
  if (!view || !picture) return [message, before];
  const now = {
    view: { ...before.view, ...view },
    parts: picture.flatMap((part) => (typeof part === "string" ? part : before.parts.slice(part[0], part[0] + part[1]))),
  };
  return [{ ...message, view: /** @type {MatchView} */ ({ ...now.view, svg: now.parts.join("") }) }, now];
}

/**
 * Listen to a match. `since` returns the last known number, `receive` takes messages, `waiting` whether we are offline.
 * Returns a function that sends actions: over the connection, or if that does not answer, as a request.
 * @param {string} match
 * @param {() => number} since
 * @param {(message: LiveMessage) => void} receive
 * @param {(away: boolean) => void} waiting
 * @returns {(action: Action) => Promise<ActionView>}
 */
export function listen(match, since, receive, waiting) {
  const path = `/api/matches/${encodeURIComponent(match)}`;
  /** @type {Map<string, (answer: LiveMessage | null) => void>} */
  const asked = new Map(); // pending answers
  let pause = 400;
  /** @type {WebSocket | null} */
  let socket = null;
  let closed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let cut = 0;

  function connect() {
    if (closed) return;
    let kept = NOTHING; // what this connection has received so far
    socket = new WebSocket(socketAt(`${path}/live?${formatQuery({ since: since(), keeping: true })}`));
    socket.onopen = () => {
      pause = 400;
      clearTimeout(cut);
      waiting(false);
    };
    socket.onmessage = (event) => {
      const [message, now] = complete(kept, JSON.parse(event.data));
      kept = now;
      const waited = message.answer && asked.get(message.answer);
      if (waited) waited(message);
      else receive(message);
    };
    socket.onclose = (event) => {
      for (const waited of asked.values()) waited(null);
      if (closed || [1008, 4003, 4004].includes(event.code)) return;
      clearTimeout(cut);
      cut = setTimeout(() => waiting(true), 800); // a short interruption is not worth mentioning
      setTimeout(connect, pause);
      pause = Math.min(Math.max(pause, 250) * 1.6, 4000);
    };
  }
  /** Reconnect at once: the old connection may be dead without our knowing. */
  function renew() {
    pause = 0;
    if (socket?.readyState === WebSocket.OPEN || socket?.readyState === WebSocket.CONNECTING) socket.close();
  }
  /**
   * Send an action over the connection; null if no answer comes.
   * @param {Action} action
   * @returns {Promise<LiveMessage | null>}
   */
  async function send(action) {
    if (socket?.readyState !== WebSocket.OPEN) return null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timeout;
    try {
      return await new Promise((resolve) => {
        asked.set(action.client_id, resolve);
        timeout = setTimeout(() => resolve(null), PATIENCE);
        socket?.send(JSON.stringify(action));
      });
    } finally {
      clearTimeout(timeout);
      asked.delete(action.client_id);
    }
  }
  connect();
  let hidden = 0; // when the page was last hidden
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hidden = Date.now();
    else if (Date.now() - hidden > ASLEEP) renew(); // a phone that slept receives nothing and does not know it
  });
  addEventListener("online", renew);
  document.addEventListener("picturechange", () => socket?.close()); // to get pictures in the other form
  addEventListener("pagehide", () => {
    closed = true;
    socket?.close();
  });
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    closed = false;
    connect();
  });
  return async (action) => {
    const answer = await send(action);
    if (!answer) return persist(() => post(`${path}/actions?${formatQuery()}`, action), waiting);
    const { error, events = [], view } = answer;
    if (error) throw new Refusal(error.code, error.message, 0, view ? { error, events, view } : null);
    if (!view) throw new Refusal("unknown", "");
    return { events, view };
  };
}
