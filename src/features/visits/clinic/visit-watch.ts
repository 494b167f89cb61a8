import { callOperation } from "#room/api/call-operation.ts";
import { onVisitChange, visitsReadAsOf } from "#room/api/visit-changes/visit-changes.ts";
import { pageSize } from "#room/contract/schemas/visit-filter.ts";
import type { VisitFilter } from "#room/contract/schemas/visit-filter.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { onVisitsTold } from "./visit-news.ts";

/** Changes of so long are looked into together. Milliseconds. */
const gatherMs = 120;
/** More at once are not looked into one by one. */
const mostAtOnce = 2 * pageSize.most;

const anyState: VisitFilter = { states: ["withheld", "refused", "charged", "closed"] };

/** What the watch of one list knows. A new object with every change. */
export interface WatchState {
  /** How visits stand now, where that is newer than the list's pages; null: the service has none. */
  readonly latest: ReadonlyMap<string, VisitRow | null>;
  /** Visits that changed since they were shown. */
  readonly changed: ReadonlySet<string>;
  /** Visits that the list would have and does not show. */
  readonly fresh: ReadonlySet<string>;
  /** So much changed that the list is read anew when asked for. */
  readonly isStale: boolean;
}

const quiet: WatchState = { latest: new Map(), changed: new Set(), fresh: new Set(), isStale: false };

export interface WatchedList {
  /** The filter of the list. */
  readonly filter: VisitFilter;
  isShown(visitId: string): boolean;
  /** Visits of this browser, of which it must be known what the service has. */
  isHere(visitId: string): boolean;
  /** The total and the sum may be others now. */
  onMoved(): void;
}

/** Follows the visits of one list, so that its rows say the truth without being read anew. */
export class VisitWatch {
  #state = quiet;
  #list: WatchedList | undefined;
  #listeners = new Set<() => void>();
  #waiting = new Set<string>();
  /** Of those that wait: the ones that have changed, and are not just asked for. */
  #news = new Set<string>();
  #asked = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly state = (): WatchState => this.#state;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The list that is shown now. One with another filter begins with nothing new. */
  follow(list: WatchedList): void {
    const isOther = this.#list !== undefined && this.#list.filter !== list.filter;
    this.#list = list;
    if (isOther) this.begin();
  }

  /** The list was read anew: nothing in it is news. */
  begin(): void {
    this.#become({ ...quiet, latest: this.#state.latest });
  }

  start(): () => void {
    const stops = [
      onVisitsTold((rows) => this.#take(rows)),
      onVisitChange(({ visits }) => {
        if (visits === "all") this.#staleAll();
        else
          for (const id of visits) {
            this.#waiting.add(id);
            this.#news.add(id);
          }
        this.#soon();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  /** Asks once what the service has of these. */
  know(visitIds: readonly string[]): void {
    for (const id of visitIds) {
      if (this.#asked.has(id)) continue;
      this.#asked.add(id);
      this.#waiting.add(id);
    }
    if (this.#waiting.size > 0) this.#soon();
  }

  #become(next: WatchState): void {
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }

  #staleAll(): void {
    this.#asked.clear();
    this.#become({ ...this.#state, isStale: true });
    this.#list?.onMoved();
  }

  #soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#look();
    }, gatherMs);
  }

  async #look(): Promise<void> {
    const list = this.#list;
    const ids = [...this.#waiting];
    const news = this.#news;
    this.#waiting.clear();
    this.#news = new Set();
    if (!list || ids.length === 0) return;
    const own = ids.filter((id) => list.isShown(id) || list.isHere(id));
    const others = ids.filter((id) => !list.isShown(id));
    if (others.length > mostAtOnce) this.#become({ ...this.#state, isStale: true });
    try {
      for (const visitIds of chunks(own)) this.#take(await readRows(anyState, visitIds), visitIds, news);
      const { sort: _sort, isDescending: _isDescending, ...filter } = list.filter;
      const fresh: string[] = [];
      if (others.length <= mostAtOnce)
        for (const visitIds of chunks(others))
          fresh.push(...(await readRows(filter, visitIds)).map(({ visitId }) => visitId));
      if (this.#list?.filter !== list.filter) return;
      const gone = others.filter((id) => !fresh.includes(id));
      const next = new Set([...this.#state.fresh, ...fresh]);
      for (const id of gone) next.delete(id);
      this.#become({ ...this.#state, fresh: next });
      list.onMoved();
    } catch {
      // Without an answer nothing is claimed; the next change, and the list's own button, try again.
      for (const id of ids) this.#asked.delete(id);
    }
  }

  /** @param asked of these the service has been asked: those that it does not name it does not have */
  #take(
    rows: readonly VisitRow[],
    asked: readonly string[] = [],
    news: ReadonlySet<string> = new Set(),
  ): void {
    const latest = new Map(this.#state.latest);
    const changed = new Set(this.#state.changed);
    const told = new Map(rows.map((row) => [row.visitId, row]));
    for (const id of asked) if (!told.has(id)) latest.set(id, null);
    for (const [id, row] of told) {
      const known = latest.get(id);
      if (known && known.changeNumber > row.changeNumber) continue;
      latest.set(id, row);
      const isNews = news.has(id) && known?.changeNumber !== row.changeNumber;
      if (isNews && this.#list?.isShown(id) === true) changed.add(id);
    }
    this.#become({ ...this.#state, latest, changed });
  }
}

function chunks(ids: readonly string[]): string[][] {
  const size = pageSize.most;
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, at) =>
    ids.slice(at * size, (at + 1) * size),
  );
}

async function readRows(filter: VisitFilter, visitIds: readonly string[]): Promise<readonly VisitRow[]> {
  const rows: VisitRow[] = [];
  let cursor: string | undefined;
  do {
    const answer = await callOperation("listVisits", {
      ...filter,
      visitIds: [...visitIds],
      limit: pageSize.most,
      cursor,
    });
    visitsReadAsOf(answer.changeNumber);
    rows.push(...answer.visits);
    cursor = answer.nextCursor ?? undefined;
  } while (cursor !== undefined && rows.length < visitIds.length);
  // A service that does not know the filter by ids gives others, too.
  return rows.filter(({ visitId }) => visitIds.includes(visitId));
}
