// Caches the page's static files, and one page that says what to do while the server cannot be reached.
// Games live on the server; nothing of them is cached here.

/** @type {ServiceWorkerGlobalScope} */
const worker = /** @type {any} */ (self);
const BASE = "PREFIX"; // both are filled in by the server
const OURS = `banmen:${BASE}:`; // another of our servers may be at this address under another path
const CACHE = `${OURS}VERSION`;
const KEPT = ["/offline", "/static/VERSION/css/page.css", "/static/VERSION/js/page.js", "/static/VERSION/js/addresses.js", "/static/VERSION/js/offline.js", "/static/VERSION/js/elements.js", "/static/VERSION/js/settings.js", "/static/VERSION/js/settings-sheet.js", "/static/VERSION/js/picture-format.js", "/static/VERSION/icons/icon.svg", "/static/VERSION/icons/astray.svg"];

/**
 * Return the cached response for a request.
 * @param {RequestInfo} request
 */
async function kept(request) {
  return (await caches.match(request, { ignoreSearch: true })) ?? Response.error();
}

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(KEPT.map((path) => BASE + path))).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE && (name.startsWith(OURS) || /^banmen-[0-9a-f]+$/.test(name))).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => worker.clients.claim()));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = event.notification.data;
  event.waitUntil(worker.clients.matchAll({ type: "window" }).then((windows) => {
    const open = windows.find(({ url }) => new URL(url).pathname === path);
    return open ? open.focus() : worker.clients.openWindow(path);
  }));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => kept(`${BASE}/offline`)));
  } else if (KEPT.some((path) => BASE + path === new URL(request.url).pathname)) {
    event.respondWith(fetch(request).catch(() => kept(request)));
  }
});
