// Requests to the server. Every error becomes a `Refusal` with the server's stable code and its sentence.

import { addressOf } from "./addresses.js";
import { say } from "./words.js";

/** An error that the server answered, or that it could not be reached (code "offline"). */
export class Refusal extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {number} status
   * @param {StaleView | null} body
   */
  constructor(code, message, status = 0, body = null) {
    super(message);
    this.code = code;
    this.status = status;
    this.body = body;
  }
}

/**
 * Send a request and return the JSON of its answer.
 * @template T
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {RequestInit} [options]
 * @returns {Promise<T>}
 */
export async function ask(method, path, body, options = {}) {
  let answer;
  try {
    answer = await fetch(addressOf(path), {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      ...options,
    });
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") throw error;
    throw new Refusal("offline", say("play.offline"));
  }
  const type = answer.headers.get("content-type") || "";
  const content = type.includes("json") ? await answer.json().catch(() => null) : await answer.text();
  if (answer.ok) return content;
  throw new Refusal(content?.error?.code || "unknown", content?.error?.message || say("error.unknown"), answer.status, content);
}

/**
 * @template T
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<T>}
 */
export const get = (path, options) => ask("GET", path, undefined, options);
/**
 * @template T
 * @param {string} path
 * @param {unknown} body
 * @param {RequestInit} [options]
 * @returns {Promise<T>}
 */
export const post = (path, body = {}, options) => ask("POST", path, body, options);

/**
 * Return the message of an error.
 * @param {unknown} error
 */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * Return the server's code of an error, or "" for any other error.
 * @param {unknown} error
 */
export const codeOf = (error) => (error instanceof Refusal ? error.code : "");

/** Return a new id for an action, so that sending it twice does it once. */
export function freshName() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16)); // over plain http on a home network there is no randomUUID
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"); // in the form in which the server returns it
}

let unanswered = { sign: "", name: "" }; // the latest requests, until there is an answer

/**
 * Create something. If it is requested again because no answer came, it is created only once.
 * @template T
 * @param {string} path
 * @param {Record<string, unknown>} body
 * @returns {Promise<T>}
 */
export async function beginOnce(path, body) {
  const sign = `${path} ${JSON.stringify(body)}`;
  if (unanswered.sign !== sign) unanswered = { sign, name: freshName() };
  /** @type {T} */
  const begun = await post(path, { ...body, client_id: unanswered.name });
  unanswered = { sign: "", name: "" };
  return begun;
}

/**
 * Create a match, only once.
 * @param {{game: string, options: Options, seats: Record<string, string>, start?: string}} body
 * @returns {Promise<MatchView>}
 */
export const beginMatch = (body) => beginOnce("/api/matches", body);

/**
 * Send something until the server has answered, however long that takes. `waiting` is called with whether we are offline.
 * @template T
 * @param {() => Promise<T>} send
 * @param {(away: boolean) => void} waiting
 * @returns {Promise<T>}
 */
export async function persist(send, waiting) {
  for (let pause = 400; ; pause = Math.min(pause * 1.6, 4000)) {
    try {
      const answer = await send();
      waiting(false);
      return answer;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "offline") throw error;
      waiting(true);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
