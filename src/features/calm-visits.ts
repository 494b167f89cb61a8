import type { VisitSummary } from "#room/workspace/visit-record.ts";
import type { ConsoleWorkspace } from "./workspace-context.ts";

type Visits = ConsoleWorkspace["visits"];

/** Up to so many rows, every change is drawn at once. */
const fewRows = 300;

/** With more, changes are drawn together: twice a second, with 10,000 rows once. Milliseconds. */
function calmMs(rows: number): number {
  return Math.min(1000, Math.max(500, rows / 10));
}

/** The rows of a workspace as the pages draw them. */
export interface CalmVisits {
  get(): readonly VisitSummary[];
  subscribe(listener: () => void): () => void;
}

function calmed({ list, subscribe }: Visits): CalmVisits {
  let shown = list();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop: (() => void) | undefined;
  const listeners = new Set<() => void>();
  const show = () => {
    timer = undefined;
    shown = list();
    for (const listener of listeners) listener();
  };
  const hear = () => {
    if (timer === undefined && shown.length <= fewRows && list().length <= fewRows) show();
    else timer ??= setTimeout(show, calmMs(shown.length));
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

const known = new WeakMap<Visits, CalmVisits>();

/** One for all parts of the page, so that they are drawn together. During a batch thousands of rows change in a second. */
export function calmVisitsOf(visits: Visits): CalmVisits {
  const calm = known.get(visits) ?? calmed(visits);
  known.set(visits, calm);
  return calm;
}
