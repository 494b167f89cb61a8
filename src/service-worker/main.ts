import { matchPrecache, precache } from "workbox-precaching";
import { isPageAddress } from "#room/contract/page-addresses.ts";
import { isFailing } from "#room/contract/service-away.ts";

declare const self: ServiceWorkerGlobalScope;
/** The files of this build (`src/server/service-worker-plugin.ts`). */
declare const storedFiles: { url: string; revision: string | null }[];

/** A service that takes longer to answer with its page counts as down. Milliseconds. */
const patience = 10_000;

/**
 * Stores the build's own files and nothing else: no answer of the service ever gets here. Those of the build before are removed when no page of it is open.
 */
precache(storedFiles);

/** The newest page from the service, always. While it is down, the stored one, which waits for it (`app/offline/`). */
async function answerPage(request: Request): Promise<Response> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience));
  const answer = await Promise.race([fetch(request), late]).catch(() => undefined);
  if (answer && !isFailing(answer.status)) return answer;
  return (await matchPrecache("/")) ?? answer ?? Response.error();
}

/** Names of these files contain a hash of the content, so the stored one is the same, whichever build it is of. */
async function answerFile(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== "GET") return;
  if (pathname.startsWith("/assets/")) event.respondWith(answerFile(request));
  else if (request.mode === "navigate" && isPageAddress(pathname)) event.respondWith(answerPage(request));
});

/** The page that installed it needs no reload to be served. */
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** A page of this build asks to end the waiting; as long as others are open, they may need files of their own build. */
self.addEventListener("message", (event) => {
  const takeOver = async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    if (pages.length === 1) await self.skipWaiting();
  };
  event.waitUntil(takeOver());
});
