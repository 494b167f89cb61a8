import type { AnyRouter } from "@tanstack/react-router";
import type { Right } from "#room/contract/rights.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The page's title in the browser's tab. Never a patient's data, never an id: titles are kept in histories. */
    title?: string;
    /** The page is shown to who has this right. */
    right?: Right;
  }
}

let pageTitle = "";
let unread = 0;

function writeTitle(): void {
  const words = [pageTitle, "Visit Charge"].filter(Boolean).join(" · ");
  document.title = unread > 0 ? `(${String(unread)}) ${words}` : words;
}

/** Puts a number before the title, and nothing of what it counts. 0 takes it away. */
export function setTitleCount(count: number): void {
  unread = count;
  writeTitle();
}

/** Gives each page its title, and its heading the focus, so that a screen reader hears where one has come to. */
export function followNavigation(router: AnyRouter): void {
  router.subscribe("onRendered", ({ pathChanged, fromLocation }) => {
    const titles = router.state.matches.map((match) => match.staticData.title).filter(Boolean);
    pageTitle = titles.at(-1) ?? "";
    writeTitle();
    if (pathChanged && fromLocation) focusHeading();
  });
}

const patienceMs = 3000;

/** The heading may come a moment later than the page: after its data. Whoever acts in between keeps their focus. */
function focusHeading(): void {
  const until = Date.now() + patienceMs;
  const before = document.activeElement;
  // The page stood through the change of address (the next message of the same list): its focus is still right.
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
