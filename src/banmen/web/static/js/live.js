// The live connection to a match: tells of every change, takes what the visitor does, and connects again by itself.
// The server sends everything once, and then what has changed: here it is put together again, so that nobody else need know.

import { socketAt } from "./addresses.js";
import { persist, post, Refusal } from "./api.js";
import { formatQuery } from "./picture-format.js";

const ASLEEP = 15_000; // milliseconds after which a connection is not trusted any more
const PATIENCE = 2500; // milliseconds without an answer after which an action is sent by another way

/**
 * What the visitor does, under the name by which the server knows it if it is sent twice.
 * @typedef {{type: string, seq: number, client_id: string, move?: string}} Action
 */

/**
 * What a connection has told: a match without its picture, and the picture's parts.
 * @typedef {{view: Partial<MatchView>, parts: string[]}} Kept
 */

/** @type {Kept} */
const NOTHING = { view: {}, parts: [] };

/**
 * Complete a message by what was told before it: fields that are missing are as they were, and so are the parts of the picture
 * that are given by their numbers. Returns the message, and what is known now.
 * @param {Kept} before
 * @param {LiveChange} told
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
 * Listen to a match. `since` gives the last known number, `told` takes messages, `waiting` whether we are cut off.
 * Returns how to act in it: by the connection, or where that does not answer by a request of its own.
 * @param {string} match
 * @param {() => number} since
 * @param {(message: LiveMessage) => void} told
 * @param {(away: boolean) => void} waiting
 * @returns {(action: Action) => Promise<ActionView>}
 */
export function listen(match, since, told, waiting) {
  const path = `/api/matches/${encodeURIComponent(match)}`;
  /** @type {Map<string, (answer: LiveMessage | null) => void>} */
  const asked = new Map(); // who waits for an answer
  let pause = 400;
  /** @type {WebSocket | null} */
  let socket = null;
  let closed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let cut = 0;

  function connect() {
    if (closed) return;
    let kept = NOTHING; // what this connection has told so far
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
      else told(message);
    };
    socket.onclose = (event) => {
      for (const waited of asked.values()) waited(null);
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
  /**
   * Send an action by the connection; null if no answer comes.
   * @param {Action} action
   * @returns {Promise<LiveMessage | null>}
   */
  async function send(action) {
    if (socket?.readyState !== WebSocket.OPEN) return null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let late;
    try {
      return await new Promise((resolve) => {
        asked.set(action.client_id, resolve);
        late = setTimeout(() => resolve(null), PATIENCE);
        socket?.send(JSON.stringify(action));
      });
    } finally {
      clearTimeout(late);
      asked.delete(action.client_id);
    }
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
  return async (action) => {
    const answer = await send(action);
    if (!answer) return persist(() => post(`${path}/actions?${formatQuery()}`, action), waiting);
    const { error, events = [], view } = answer;
    if (error) throw new Refusal(error.code, error.message, 0, view ? { error, events, view } : null);
    if (!view) throw new Refusal("unknown", "");
    return { events, view };
  };
}
