import { currentSession } from "#room/api/session.ts";

interface Job {
  readonly get: () => { readonly phase: string } | undefined;
  readonly subscribe: (listener: () => void) => unknown;
}

/** The job continues on the console's other pages; closing the tab would end it, so the browser asks first. */
export function askBeforeLeaving({ subscribe, get }: Job): void {
  // One of each job: the end of another leaves it.
  const ask = (event: BeforeUnloadEvent) => {
    // After a sign-out the page closes immediately; what was done so far is kept.
    if (currentSession().kind === "signed-in") event.preventDefault();
  };
  subscribe(() => {
    if (get()?.phase === "running") addEventListener("beforeunload", ask);
    else removeEventListener("beforeunload", ask);
  });
}
