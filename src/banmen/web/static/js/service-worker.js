// Keeps the looks of the page and one page that says what is needed while the server cannot be reached.
// Games live on the server; nothing of them is kept here.

const CACHE = "banmen-VERSION";
const KEPT = ["/offline", "/static/css/page.css", "/static/js/page.js", "/static/js/offline.js", "/static/js/elements.js", "/static/js/settings.js", "/static/icons/icon.svg", "/static/icons/astray.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(KEPT)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match("/offline")));
  } else if (KEPT.includes(new URL(request.url).pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(request, { ignoreSearch: true })));
  }
});
