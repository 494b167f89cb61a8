import { onceFor } from "#room/signals/once-for.ts";
import { Signal } from "#room/signals/signal.ts";
import { callOperation } from "#room/api/call-operation.ts";
import { OperationRefused } from "#room/api/failures.ts";
import { onVisitChange, visitsReadAsOf } from "#room/api/visit-changes/visit-changes.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { pageSize, type VisitFilter } from "#room/contract/schemas/visit-filter.ts";
import { visitState, type VisitRow } from "#room/contract/schemas/visit.ts";
import type { Workspace } from "#room/workspace/workspace.ts";

/** Changes within this time are looked up together. Milliseconds. */
const gatherMs = 120;
/** Pauses before asking again after there was no answer; the last one repeats. Milliseconds. */
const againMs = [3000, 6000, 12_000, 30_000];
/** More than this are not looked up individually. */
const maxAtOnce = 2 * pageSize.most;

const anyState: VisitFilter = { states: visitState.options };

/** What the watch of one list knows. A new object on every change. */
export interface WatchState {
  /** Visits that changed since they were shown. */
  readonly changed: ReadonlySet<string>;
  /** Visits that belong in the list but are not shown. */
  readonly fresh: ReadonlySet<string>;
  /** Visits of this browser that the service was asked about and gave no answer; it is asked again. */
  readonly unanswered: ReadonlySet<string>;
  readonly isStale: boolean;
}

const quiet: WatchState = {
  changed: new Set(),
  fresh: new Set(),
  unanswered: new Set(),
  isStale: false,
};

type Service = Pick<Workspace["visits"]["service"], "row" | "receive">;

export interface WatchedList {
  readonly filter: VisitFilter;
  isShown(visitId: string): boolean;
  onMoved(): void;
}

/**
 * Tracks what the service has of this browser's visits and of the list shown, so that rows and counts stay true without
 * reloading.
 */
export class VisitWatch {
  readonly #service: Service;
  readonly #state = new Signal(quiet);
  readonly state = this.#state.get;
  readonly subscribe = this.#state.subscribe;
  #list: WatchedList | undefined;
  #here: ReadonlySet<string> = new Set();
  #waiting = new Set<string>();
  /** Waiting visits that have changed, rather than being new here. */
  #news = new Set<string>();
  #requested = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;

  constructor(service: Service) {
    this.#service = service;
  }

  /** Starts tracking the list now shown. A list with another filter starts without news. */
  follow(list: WatchedList): void {
    const isOther = this.#list?.filter !== list.filter;
    this.#list = list;
    if (isOther) this.begin();
  }

  leave(): void {
    this.#list = undefined;
    this.#state.set({ ...quiet, unanswered: this.state().unanswered });
  }

  /** The list was reloaded: nothing in it is news. */
  begin(): void {
    this.#state.set({ ...quiet, unanswered: this.state().unanswered });
  }

  start(): () => void {
    const stop = onVisitChange(({ visits }) => {
      if (visits === "all") this.#staleAll();
      else
        for (const id of visits) {
          this.#waiting.add(id);
          this.#news.add(id);
        }
      this.#soon();
    });
    if (this.#waiting.size > 0) this.#soon();
    return () => {
      stop();
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  /** Adds visits of this browser, asking once what the service has of each. */
  know(visitIds: ReadonlySet<string>): void {
    this.#here = visitIds;
    const unreadable = [...visitIds].filter(
      (id) => canonicalGuid(id) === undefined && !this.#requested.has(id),
    );
    for (const id of visitIds) {
      if (this.#requested.has(id)) continue;
      this.#requested.add(id);
      if (canonicalGuid(id) !== undefined) this.#waiting.add(id);
    }
    // The service has nothing for an invalid id.
    if (unreadable.length > 0) this.#service.receive([], unreadable);
    if (this.#waiting.size > 0) this.#soon();
  }

  #staleAll(): void {
    this.#requested.clear();
    if (this.#list) this.#state.set({ ...this.state(), isStale: true });
    this.#list?.onMoved();
    this.know(this.#here);
  }

  #soon(ms = gatherMs): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#look();
    }, ms);
  }

  async #look(): Promise<void> {
    const list = this.#list;
    const ids = [...this.#waiting];
    const news = this.#news;
    this.#waiting.clear();
    this.#news = new Set();
    if (ids.length === 0) return;
    const own = ids.filter((id) => list?.isShown(id) === true || this.#here.has(id));
    try {
      for (const visitIds of chunks(own)) this.#take(await readRows(anyState, visitIds), visitIds, news);
      if (list) await this.#lookForOthers(list, ids);
      this.#failures = 0;
      if (this.state().unanswered.size > 0) this.#state.set({ ...this.state(), unanswered: new Set() });
    } catch (error) {
      // A refusal stays one until something changes.
      if (error instanceof OperationRefused) return ids.forEach((id) => this.#requested.delete(id));
      // Without an answer nothing is assumed, and the service is asked again.
      for (const id of ids) this.#waiting.add(id);
      for (const id of news) this.#news.add(id);
      const left = own.filter((id) => this.#service.row(id) === undefined);
      this.#state.set({ ...this.state(), unanswered: new Set([...this.state().unanswered, ...left]) });
      this.#soon(againMs[Math.min(this.#failures, againMs.length - 1)]);
      this.#failures += 1;
    }
  }

  /** Checks whether visits not shown belong in the list. */
  async #lookForOthers(list: WatchedList, ids: readonly string[]): Promise<void> {
    const others = ids.filter((id) => !list.isShown(id));
    if (others.length > maxAtOnce) this.#state.set({ ...this.state(), isStale: true });
    const { sort: _sort, isDescending: _isDescending, ...filter } = list.filter;
    const fresh: string[] = [];
    if (others.length <= maxAtOnce)
      for (const visitIds of chunks(others))
        fresh.push(...(await readRows(filter, visitIds)).map(({ visitId }) => visitId));
    if (this.#list?.filter !== list.filter) return;
    const next = new Set([...this.state().fresh, ...fresh]);
    for (const id of others) if (!fresh.includes(id)) next.delete(id);
    this.#state.set({ ...this.state(), fresh: next });
    list.onMoved();
  }

  /** @param requested the ids in the request: the service does not have those it did not return */
  #take(rows: readonly VisitRow[], requested: readonly string[], news: ReadonlySet<string>): void {
    const changed = rows
      .filter(({ visitId, changeNumber }) => {
        const known = this.#service.row(visitId)?.changeNumber ?? -1;
        return news.has(visitId) && known < changeNumber && this.#list?.isShown(visitId) === true;
      })
      .map(({ visitId }) => visitId);
    this.#service.receive(rows, requested);
    if (changed.length > 0)
      this.#state.set({ ...this.state(), changed: new Set([...this.state().changed, ...changed]) });
  }
}

export const visitWatchOf = onceFor(({ visits }: Workspace) => new VisitWatch(visits.service));

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
  // A service that does not support the filter by ids returns others too.
  return rows.filter(({ visitId }) => visitIds.includes(visitId));
}
