// Addresses of this server, which a proxy may serve under a path prefix: the page says which.

/** The path prefix, as in "/games"; empty if there is none. */
export const BASE = document.documentElement.dataset.base ?? "";

/**
 * Return the address of a page or file of this server.
 * @param {string} path
 */
export const addressOf = (path) => (path.startsWith("/") ? BASE + path : path);

/**
 * Return the address of a WebSocket of this server.
 * @param {string} path
 */
export const socketAt = (path) => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${addressOf(path)}`;

/**
 * Return the path of a tournament's page.
 * @param {string} tournament
 */
export const tournamentPath = (tournament) => `/tournaments/${encodeURIComponent(tournament)}`;
