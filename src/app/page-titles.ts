import type { AnyRouter } from "@tanstack/react-router";
import type { Right } from "#room/contract/rights.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The title in the browser's tab. Never patient data or an id, since titles are kept in histories. */
    title?: string;
    /** The right needed to see the page. */
    right?: Right;
  }
}

let pageTitle = "";
let unread = 0;

function writeTitle(): void {
  const words = [pageTitle, "Visit Charge"].filter(Boolean).join(" · ");
  document.title = unread > 0 ? `(${unread}) ${words}` : words;
}

/** Puts a count before the title, without saying what of. 0 removes it. */
export function setTitleCount(count: number): void {
  unread = count;
  writeTitle();
}

/** Sets each page's title, and focuses its heading so that a screen reader announces the page. */
export function followNavigation(router: AnyRouter): void {
  router.subscribe("onRendered", ({ pathChanged, fromLocation }) => {
    const titles = router.state.matches.map((match) => match.staticData.title).filter(Boolean);
    pageTitle = titles.at(-1) ?? "";
    writeTitle();
    if (pathChanged && fromLocation) focusHeading();
  });
}

const patienceMs = 3000;

/** The heading may appear a moment after the page, with its data. If the user acts in between, their focus stays. */
function focusHeading(): void {
  const until = Date.now() + patienceMs;
  const before = document.activeElement;
  // The page stayed mounted during navigation (the next message of the same list): its focus is still right.
  if (before?.isConnected && before.closest("#main > *")) return;
  const look = () => {
    const heading =
      document.querySelector<HTMLElement>("[data-page-start]") ??
      document.querySelector<HTMLElement>("[data-page-heading]");
    const isTaken = document.activeElement !== before && document.activeElement !== document.body;
    if (isTaken || Date.now() > until) return;
    if (heading) heading.focus({ preventScroll: true });
    else requestAnimationFrame(look);
  };
  look();
}
