// The service worker of the site: keeps all files, so that the site works offline, and isolates its pages from other
// origins, so that they may share memory with their workers. Whoever makes the site fills in the version and the files.

const VERSION = "{version}";
const FILES = [
  "{files}",
];

/** The cache of this version of the site. Other sites of the same origin have caches with other names. */
const PREFIX = `dicot ${self.registration.scope} `;
const CACHE = PREFIX + VERSION;

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    // The browser's own cache may have files of an earlier version.
    await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  event.respondWith(answer(request));
});

async function answer(request) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request, { ignoreSearch: true });
  const response = known ?? (await fetch(request));
  // Pages that not all visitors read.
  if (!known && request.mode === "navigate" && response.ok && !response.redirected) await cache.put(request, response.clone());
  // Redirections and opaque answers stay as they are.
  if (response.redirected || response.type === "opaque" || response.type === "opaqueredirect") return response;
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
