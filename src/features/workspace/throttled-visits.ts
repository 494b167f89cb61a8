import { Listeners } from "#room/signals/listeners.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import type { Visits } from "#room/workspace/visits/visits.ts";

/** Up to this many rows, every change is drawn immediately. */
const fewRows = 300;

/**
 * Milliseconds. With more rows, changes within this time are drawn together, and the next ones a second later at the
 * earliest.
 */
const gatherMs = 100;
const restMs = 1000;

/** The rows of a workspace for drawing. */
export interface ThrottledVisits {
  get(): readonly VisitSummary[];
  subscribe(listener: () => void): () => void;
}

function throttle({ list, subscribe }: Visits): ThrottledVisits {
  let shown = list();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let stop: (() => void) | undefined;
  const listeners = new Listeners();
  const show = () => {
    timer = undefined;
    drawnAt = performance.now();
    shown = list();
    listeners.tell();
  };
  const receive = () => {
    if (timer === undefined && shown.length <= fewRows && list().length <= fewRows) show();
    else timer ??= setTimeout(show, Math.max(gatherMs, drawnAt + restMs - performance.now()));
  };
  return {
    get() {
      // Without subscribers no changes are announced, so return the current state.
      if (listeners.isEmpty) shown = list();
      return shown;
    },
    subscribe(listener) {
      stop ??= subscribe(receive);
      const forget = listeners.add(listener);
      return () => {
        forget();
        if (!listeners.isEmpty) return;
        clearTimeout(timer);
        timer = undefined;
        stop?.();
        stop = undefined;
      };
    },
  };
}

const known = new WeakMap<Visits, ThrottledVisits>();

/**
 * Shared by all parts of the page, so that they redraw together. During a batch thousands of rows change per second.
 */
export function throttledVisitsOf(visits: Visits): ThrottledVisits {
  const throttled = known.get(visits) ?? throttle(visits);
  known.set(visits, throttled);
  return throttled;
}
