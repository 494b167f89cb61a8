import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import type { Visits } from "#room/workspace/visits/visits.ts";

/** Up to so many rows, every change is drawn at once. */
const fewRows = 300;

/** With more, changes of so long are drawn together, and the next ones not before a second. Milliseconds. */
const gatherMs = 100;
const restMs = 1000;

/** The rows of a workspace as the pages draw them. */
export interface ThrottledVisits {
  get(): readonly VisitSummary[];
  subscribe(listener: () => void): () => void;
}

function throttle({ list, subscribe }: Visits): ThrottledVisits {
  let shown = list();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let stop: (() => void) | undefined;
  const listeners = new Set<() => void>();
  const show = () => {
    timer = undefined;
    drawnAt = performance.now();
    shown = list();
    for (const listener of listeners) listener();
  };
  const hear = () => {
    if (timer === undefined && shown.length <= fewRows && list().length <= fewRows) show();
    else timer ??= setTimeout(show, Math.max(gatherMs, drawnAt + restMs - performance.now()));
  };
  return {
    get() {
      // Nobody is told of changes yet, so what is asked for now is what there is.
      if (listeners.size === 0) shown = list();
      return shown;
    },
    subscribe(listener) {
      stop ??= subscribe(hear);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearTimeout(timer);
        timer = undefined;
        stop?.();
        stop = undefined;
      };
    },
  };
}

const known = new WeakMap<Visits, ThrottledVisits>();

/** One for all parts of the page, so that they are drawn together. During a batch thousands of rows change in a second. */
export function throttledVisitsOf(visits: Visits): ThrottledVisits {
  const throttled = known.get(visits) ?? throttle(visits);
  known.set(visits, throttled);
  return throttled;
}
