import type { VisitParts } from "./visit-parts.ts";
import type { ChargeQueries } from "#room/server/store/charge-queries.ts";
import type { KeyedEngine } from "#room/server/store/engine.ts";
import { GroupCommit } from "#room/server/store/group-commit.ts";
import type { VisitTable } from "./visit-tables.ts";
import { changeVisit, type ChangeRequest } from "./change-visit.ts";
import { endOver } from "./end-over.ts";
import { keepRefused } from "./keep-refused.ts";
import { removeView, saveView, viewsOf } from "./keep-views.ts";
import { VisitLists } from "./list-visits.ts";
import { lastChange } from "./last-change.ts";
import { changesAfter } from "./read-changes.ts";
import { storyOf } from "./read-story.ts";
import { readCounted, recountVisits } from "./recount.ts";
import { VisitSummaries } from "./summarize.ts";
import type { Viewer, VisitAction, ActionOutcome, RefusedArrival } from "./visit-types.ts";
import type { Visits } from "./visits.ts";

/** Others may take the first few at the same time. */
const triedAtOnce = 50;
/** Limits the duration of one transaction. */
const maxBatch = 32;

export function createVisits(
  engine: Pick<KeyedEngine, "db" | "aside" | "kind" | "vault" | "days">,
  queries: ChargeQueries,
  notify: () => void,
): Visits & { settled(): Promise<void> } {
  const { db, vault } = engine;
  const lists = new VisitLists(engine);
  const summaries = new VisitSummaries(engine);
  /** One after another, in one transaction on one connection: all of them wait for the same lock anyway. */
  function inTurn<Job, Outcome>(
    work: (parts: VisitParts, job: Job) => Promise<Outcome>,
  ): GroupCommit<Job, Outcome> {
    return new GroupCommit<Job, Outcome>({
      maxBatch,
      commit: async (jobs) => {
        const seal = await vault.sealer();
        const outcomes = await db.transaction().execute(async (transaction) => {
          const parts = { queries, vault, seal, db: transaction };
          const all: Outcome[] = [];
          for (const job of jobs) all.push(await work(parts, job));
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
    const accepted = await db
      .selectFrom("charged_event")
      .select("visit_id")
      .where("event_id", "=", eventId)
      .executeTakeFirst();
    if (accepted) return accepted.visit_id;
    const refused = await db
      .selectFrom("refused_event")
      .select("visit_id")
      .where("event_id", "=", eventId)
      .orderBy("refused_id", "desc")
      .executeTakeFirst();
    return refused?.visit_id;
  }

  return {
    changeNumber: () => lastChange(db),
    changesAfter: (since) => changesAfter(db, since),
    list: (query, viewer, now) => lists.list(query, viewer, now),
    count: (filter, viewer, now) => lists.count(filter, viewer, now),
    async find({ visitId, eventId }) {
      const ofEvent = eventId === "" ? undefined : await visitOfEvent(eventId);
      if (eventId !== "" && (ofEvent === undefined || (visitId !== "" && visitId !== ofEvent)))
        return undefined;
      const [row] = await queries.visitsOf(db, [ofEvent ?? visitId]);
      return row;
    },
    story: (visit, named) => storyOf({ db, vault }, visit, named),
    change,
    async takeNext(filter, { leaseMs }, viewer, now): Promise<VisitTable | undefined> {
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
    async endOver(now) {
      if (await endOver({ queries, db, vault }, now)) notify();
    },
    keepRefused: (arrival) => refusals.add(arrival),
    async settled() {
      await changes.settled();
      await refusals.settled();
    },
    summarize: (request, viewer, now) => summaries.summarize(request, viewer, now),
    views: (viewer) => viewsOf(db, viewer),
    saveView: (view, viewer) => saveView(db, view, viewer),
    removeView: (viewId, viewer) => removeView(db, viewId, viewer),
    recount: () => recountVisits(engine, (transaction) => queries.lockCounter(transaction)),
    async countByTheClock() {
      const { time_zone } = await readCounted(db);
      if (time_zone !== engine.days.timeZone)
        await recountVisits(engine, (transaction) => queries.lockCounter(transaction));
    },
  };
}
