import { valueOf } from "#room/server/store/rows.ts";
import { sql, type Kysely } from "kysely";
import { ClinicDays } from "#room/billing/clinic-days.ts";
import type { VisitFilter } from "#room/contract/schemas/visit-filter.ts";
import type {
  ActionOutcome,
  NamedEvent,
  RefusedArrival,
  SavedView,
  Viewer,
  VisitAction,
} from "./visit-types.ts";
import type { VisitParts } from "#room/server/store/commit-charges.ts";
import type { KeyedEngine } from "#room/server/store/engine.ts";
import { readHeldReasons } from "./read-held-reasons.ts";
import { GroupCommit } from "#room/server/store/group-commit.ts";
import type { VisitTable } from "./visit-tables.ts";
import { changeVisit, type ChangeRequest } from "./change-visit.ts";
import { keepRefused } from "./keep-refused.ts";
import { removeView, saveView, viewsOf } from "./view-repository.ts";
import { VisitLists } from "./list-visits.ts";
import { lastChange, changesAfter } from "./read-changes.ts";
import { storyOf } from "./read-story.ts";
import { readCounted, recountVisits } from "./recount.ts";
import { VisitSummaries } from "./summarize.ts";
import { visitsOf, putVisits } from "./visit-queries.ts";
import { isRecord } from "#room/billing/json-record.ts";
import { readJson } from "#room/contract/written-json.ts";
import type { Tables } from "#room/server/store/tables.ts";
import { associatedData } from "#room/server/vault/associated-data.ts";
import type { Vault } from "#room/server/vault/vault.ts";
import { lockCounter, raiseCounter } from "#room/server/store/charge-queries.ts";

/** Ended in one transaction; the rest follow in the next. */
const maxAtOnce = 200;

/** A visit that was taken later than this from now: the clock was set back, and would hold it until that time is here. */
const maxAhead = 5 * 60_000;

function overNow(db: Kysely<Tables>, now: number) {
  const visits = db.selectFrom("visit").selectAll().limit(maxAtOnce);
  const taken = visits
    .where("taken_until", ">", 0)
    .where((build) => build.or([build("taken_until", "<=", now), build("taken_at", ">", now + maxAhead)]));
  const putOff = visits.where("snoozed_until", ">", 0).where("snoozed_until", "<=", now);
  return Promise.all([taken.execute(), putOff.execute()]);
}

/**
 * By the clock, readers take them for expired already; ending them makes numbered changes, so that every screen hears of
 * it. True if there was one.
 */
async function expireLeases(
  engine: Omit<VisitParts, "seal" | "db"> & { readonly db: Kysely<Tables> },
  now: number,
): Promise<boolean> {
  const { db, vault } = engine;
  const [taken, putOff] = await overNow(db, now);
  if (taken.length === 0 && putOff.length === 0) return false;
  const seal = await vault.sealer();
  await db.transaction().execute((transaction) => end({ ...engine, seal, db: transaction }, now));
  return true;
}

async function end(parts: VisitParts, now: number): Promise<void> {
  const { db, seal } = parts;
  const { value, changes } = await lockCounter(db);
  // Checked under the lock: a lease renewed in the meantime stays.
  const [taken, putOff] = await overNow(db, now);
  const rows = new Map<string, VisitTable>();
  const change = (row: VisitTable, part: Partial<VisitTable>) => {
    const known = rows.get(row.visit_id);
    const change_number = known?.change_number ?? changes + rows.size + 1;
    rows.set(row.visit_id, { ...row, ...known, ...part, change_number });
  };
  const actions = [];
  for (const row of taken) {
    change(row, { taken_by: null, taken_at: 0, taken_until: 0 });
    actions.push({
      visit_id: row.visit_id,
      at: Math.min(row.taken_until, now),
      deed: "ran out" as const,
      detail: row.taken_by,
    });
  }
  for (const row of putOff) {
    change(row, { snoozed_until: 0 });
    actions.push({ visit_id: row.visit_id, at: row.snoozed_until, deed: "woken" as const, detail: null });
  }
  if (actions.length === 0) return;
  await putVisits(parts, [...rows.values()]);
  await raiseCounter(parts, { value, changes: changes + rows.size });
  await db
    .insertInto("visit_deed")
    .values(
      actions.map((action) => ({
        ...action,
        done_by: null,
        detail: seal.text(associatedData.actionDetail(action), action.detail),
      })),
    )
    .execute();
}

/** An event larger than this names no visit: a list must not wait for it. In characters as stored. */
const longestContent = 256 * 1024;
const longestValue = 60;

/** A text or number at a path; undefined if there is none. Control and direction characters are left out. */
function memberAt(event: unknown, path: string): string | undefined {
  let value: unknown = event;
  for (const part of path.split("."))
    value = isRecord(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const words = String(value).replaceAll(/\p{C}/gu, "").trim().slice(0, longestValue);
  return words === "" ? undefined : words;
}

/**
 * A member of the newest event of each visit, by visit. It is read from the event itself, so that nothing sealed is
 * kept a second time.
 */
async function membersOf(
  { db, vault }: { readonly db: Kysely<Tables>; readonly vault: Vault },
  visits: readonly Pick<VisitTable, "visit_id" | "event_id">[],
  path: string,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  if (visits.length === 0) return found;
  const ids = visits.map(({ event_id: eventId }) => eventId);
  const ofVisits = new Set(visits.map(({ visit_id: visitId, event_id: eventId }) => `${visitId} ${eventId}`));
  const isShort = sql<boolean>`length(content) <= ${longestContent}`;
  const refused = await db
    .selectFrom("refused_event")
    .select(["event_id", "visit_id", "received_at", "content"])
    .where("event_id", "in", ids)
    .where(isShort)
    .orderBy("refused_id")
    .execute();
  const accepted = await db
    .selectFrom("charged_event")
    .select(["event_id", "visit_id", "content"])
    .where("event_id", "in", ids)
    .where(isShort)
    .execute();
  const keep = (row: { readonly visit_id: string; readonly event_id: string }, text: string | null) => {
    if (text === null || !ofVisits.has(`${row.visit_id} ${row.event_id}`)) return;
    const value = memberAt(readJson<unknown>(text), path);
    if (value !== undefined) found.set(row.visit_id, value);
  };
  for (const row of refused) keep(row, await vault.text(associatedData.refusedEvent(row), row.content));
  // Of several with one id, the accepted one is the visit's.
  for (const row of accepted) keep(row, await vault.text(associatedData.event(row.event_id), row.content));
  return found;
}

/** Others may take the first few at the same time. */
const triedAtOnce = 50;
/** Limits the duration of one transaction. */
const maxBatch = 32;

/** The clinic's queue. Instants are milliseconds since 1970; ids are canonical GUIDs. */
export function createVisits(engine: KeyedEngine, notify: () => void) {
  const { db, vault } = engine;
  const lists = new VisitLists(engine);
  const summaries = new VisitSummaries(engine);
  /** One after another, in one transaction on one connection: all of them wait for the same lock anyway. */
  function inTurn<Job, Outcome>(
    work: (parts: VisitParts, job: Job) => Promise<Outcome>,
  ): GroupCommit<Job, Outcome> {
    return new GroupCommit<Job, Outcome>({
      maxBatch,
      commit: async (take) => {
        const seal = await vault.sealer();
        const outcomes = await db.transaction().execute(async (transaction) => {
          const parts = { ...engine, seal, db: transaction };
          const all: Outcome[] = [];
          for (const job of take()) all.push(await work(parts, job));
          return all;
        });
        notify();
        return outcomes;
      },
    });
  }
  const changes = inTurn((parts, request: ChangeRequest) => changeVisit(parts, request));
  const refusals = inTurn((parts, arrival: RefusedArrival) => keepRefused(parts, arrival));
  const change = (
    visitId: string,
    action: VisitAction,
    viewer: Viewer,
    now: number,
  ): Promise<ActionOutcome> => changes.add({ visitId, action, viewer, now });

  async function visitOfEvent(eventId: string): Promise<string | undefined> {
    const accepted = db.selectFrom("charged_event").where("event_id", "=", eventId);
    const refused = db.selectFrom("refused_event").where("event_id", "=", eventId);
    return (
      (await valueOf(accepted, "visit_id")) ??
      (await valueOf(refused.orderBy("refused_id", "desc"), "visit_id"))
    );
  }

  return {
    /** The number of the last change. A reader of a number can see all changes up to it. */
    changeNumber: () => lastChange(db),
    changesAfter: (since: number) => changesAfter(db, since),
    list: lists.list.bind(lists),
    all: lists.all.bind(lists),
    /** The practices of all visits, at most this many: one step of the index for each. */
    async practicesInUse(most: number): Promise<readonly string[]> {
      const { rows } = await sql<{ practice_id: string }>`
        with recursive used (practice_id) as (
          select min(practice_id) from visit where practice_id > ''
          union all
          select (select min(visit.practice_id) from visit where visit.practice_id > used.practice_id)
          from used where used.practice_id is not null
        )
        select practice_id from used where practice_id is not null limit ${most}`.execute(db);
      return rows.map(({ practice_id }) => practice_id);
    },
    counts: lists.counts.bind(lists),
    async find({
      visitId,
      eventId,
    }: {
      readonly visitId: string;
      readonly eventId: string;
    }): Promise<VisitTable | undefined> {
      const ofEvent = eventId === "" ? undefined : await visitOfEvent(eventId);
      if (eventId !== "" && (ofEvent === undefined || (visitId !== "" && visitId !== ofEvent)))
        return undefined;
      const [row] = await visitsOf(db, [ofEvent ?? visitId]);
      return row;
    },
    /** A member of the newest event of each of these visits, by visit. */
    membersOf: (rows: readonly VisitTable[], path: string) => membersOf({ db, vault }, rows, path),
    story: (visit: VisitTable, named: NamedEvent) => storyOf({ db, vault }, visit, named),
    /** Applies one change to one visit, or returns why not. The change is durable before anyone is notified. */
    change,
    async takeNext(
      filter: VisitFilter,
      { leaseMs }: { readonly leaseMs: number },
      viewer: Viewer,
      now: number,
    ): Promise<VisitTable | undefined> {
      for (;;) {
        const free = await lists.free(filter, viewer, { now, most: triedAtOnce });
        const action = { kind: "take", isTakeOver: false, leaseMs, takenBy: viewer.name } as const;
        for (const { visit_id: visitId } of free) {
          const outcome = await change(visitId, action, viewer, now);
          if (outcome.kind === "done") return outcome.visit;
        }
        if (free.length < triedAtOnce) return undefined;
      }
    },
    async expireLeases(now: number): Promise<void> {
      if (await expireLeases(engine, now)) notify();
    },
    /** False if it was not kept because its sender has sent too many. */
    keepRefused: (arrival: RefusedArrival) => refusals.add(arrival),
    async settled() {
      await changes.settled();
      await refusals.settled();
    },
    summarize: summaries.summarize.bind(summaries),
    views: (viewer: Viewer) => viewsOf(db, viewer),
    saveView: (view: Omit<SavedView, "owner" | "isOwn">, viewer: Viewer) => saveView(db, view, viewer),
    removeView: (viewId: string, viewer: Viewer) => removeView(db, viewId, viewer),
    /** Recounts what the counts claim; wrong ones are corrected and returned. */
    recount: () => recountVisits(engine),
    readHeldReasons: () => readHeldReasons({ db, vault: engine.vault }),
    /** Recounts if events were counted by the days of another time zone than the clinic's, unless `mayChange` throws. */
    async countByTheClock(mayChange?: (from: ClinicDays) => Promise<void>): Promise<void> {
      const { time_zone } = await readCounted(db);
      if (time_zone === engine.days.timeZone) return;
      await mayChange?.(new ClinicDays(time_zone));
      await recountVisits(engine);
    },
  };
}
