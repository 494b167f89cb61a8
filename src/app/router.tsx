import { createRouter } from "@tanstack/react-router";
import { PageFailureSlot } from "./crash/page-failure-slot.tsx";
import { PagePending } from "./frame/page-pending.tsx";
import { loadPage } from "./offline/load-page.ts";
import { followNavigation } from "./page-titles.ts";
import { parseSearch, stringifySearch } from "./search-params.ts";
import { routeTree } from "./routes.tsx";
import type { SessionKeeper } from "./session/session-keeper.ts";

export function createConsoleRouter(keeper: SessionKeeper) {
  const router = createRouter({
    routeTree,
    context: { keeper },
    parseSearch,
    stringifySearch,
    defaultPreload: "intent",
    scrollRestoration: true,
    scrollToTopSelectors: ["#main"],
    defaultPendingComponent: PagePending,
    defaultPendingMs: 300,
    defaultErrorComponent: PageFailureSlot,
    defaultNotFoundComponent: loadPage(() => import("./frame/unknown-address.tsx"), "UnknownAddress"),
  });
  followNavigation(router);
  return router;
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
