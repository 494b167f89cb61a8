import type { DraftEvent } from "#room/billing/draft-event.ts";
import "fake-indexeddb/auto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { WorkspaceDesk } from "#room/testing/workspace-desk.ts";
import { databaseNameOf } from "#room/workspace/storage/database.ts";
import { NotAllowed, NotTheWriter } from "#room/workspace/browser/failures.ts";
import { openWorkspace } from "#room/workspace/open-workspace.ts";
import type { SendResult } from "#room/workspace/attempts/outbox-entry.ts";
import { summarise, TestService } from "./test-service.ts";
import type { Workspace } from "#room/workspace/workspace.ts";

/** What happens to a request. `cut-before`: it never arrives; `cut-after`: it arrives, but its answer does not. */
const faults = [
  "none",
  "none",
  "cut-before",
  "cut-after",
  "busy",
  "no-session",
  "not-sent",
  "hang-before",
  "hang-after",
] as const;
type Fault = (typeof faults)[number];

const notes = ["plain", "withhold", "refuse", "other"] as const;
const events = 3;
const step = fc.oneof(
  fc.record({ do: fc.constant("send" as const), tab: fc.nat(1), event: fc.nat(events - 1) }),
  fc.record({ do: fc.constant("send" as const), tab: fc.nat(1), event: fc.nat(events - 1) }),
  fc.record({
    do: fc.constant("edit" as const),
    tab: fc.nat(1),
    event: fc.nat(events - 1),
    note: fc.constantFrom(...notes),
  }),
  fc.record({ do: fc.constant("reissue" as const), tab: fc.nat(1), event: fc.nat(events - 1) }),
  fc.record({
    do: fc.constantFrom("withdraw" as const, "hold" as const, "release" as const, "try again" as const),
    tab: fc.nat(1),
    event: fc.nat(events - 1),
  }),
  fc.record({ do: fc.constant("crash" as const), tab: fc.nat(1) }),
  fc.record({ do: fc.constant("network" as const), isOnline: fc.boolean() }),
  fc.record({ do: fc.constant("signed in" as const), tab: fc.nat(1) }),
  fc.record({ do: fc.constant("service back" as const), tab: fc.nat(1) }),
  fc.record({ do: fc.constant("time" as const), ms: fc.constantFrom(500, 5_000, 60_000, 600_000) }),
);

/** Set FAULT_RUNS higher for a thorough run after changing the outbox. */
const runs = Number(process.env["FAULT_RUNS"] ?? 25);
let users = 0;

async function calm(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
}

/** Runs one history and returns the final state. */
async function history(
  isSafe: boolean,
  steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[],
  luck: readonly Fault[],
) {
  const machine = new WorkspaceDesk();
  const service = new TestService(isSafe);
  users += 1;
  const userName = `model-${String(users)}`;
  const lock = `outbox-${await databaseNameOf(userName)}`;
  let next = 0;
  let isHealed = false;
  const answer = async (event: DraftEvent): Promise<SendResult> => {
    const fault = isHealed ? "none" : (luck[next++ % luck.length] ?? "none");
    if (fault === "busy") return { kind: "busy" };
    if (fault === "no-session") return { kind: "no-session" };
    if (fault === "not-sent") return { kind: "not-sent" };
    if (fault === "hang-before") return new Promise(() => undefined);
    const result = fault === "cut-before" ? undefined : service.take(event);
    if (fault === "hang-after") return new Promise(() => undefined);
    return result === undefined || fault === "cut-after" ? { kind: "unknown", message: "" } : result;
  };
  const enter = async () => {
    const tab = machine.tab();
    const workspace: Workspace = await openWorkspace({
      userName,
      sessionKey: "live",
      environment: tab.environment,
      summariser: async () => summarise,
      repeatsAreSafe: () => isSafe,
      sender: {
        sendVisit: ({ text }) => answer(JSON.parse(text) as DraftEvent),
        canReach: async () => isHealed || next++ % 3 !== 0,
        sendMessage: async () => ({ kind: "not-sent" }),
      },
    });
    return { ...tab, workspace };
  };
  let tabs = [await enter(), await enter()];
  const crash = (at: number) => {
    const tab = tabs[at];
    if (!tab) return;
    tab.kill();
    tab.workspace.close();
    tab.abandon(lock);
  };
  /** The current event of each of the first three, after corrections. */
  const current: string[] = [];
  for (let n = 0; n < events; n += 1) {
    const eventId = String(n + 1).repeat(32);
    current.push(eventId);
    // Two of the three charge the same visit.
    await tabs[0]?.workspace.visits.add(
      { eventId, visitId: n === 2 ? "v2" : "v1", note: "plain" },
      { kind: "new" },
    );
  }
  const told = new Map(current.map((eventId) => [eventId, "plain"]));
  /** Submitted, and not taken back since. */
  const submitted = new Set<string>();
  await calm();
  for (const each of steps) {
    if (each.do === "network") machine.setOnline(each.isOnline);
    else if (each.do === "time") machine.pass(each.ms);
    else if (each.do === "crash") {
      crash(each.tab);
      tabs[each.tab] = await enter();
    } else {
      const { workspace } = tabs[each.tab] ?? tabs[0] ?? (await enter());
      const { outbox, visits } = workspace;
      if (each.do === "signed in") outbox.sendWaiting();
      else if (each.do === "service back") await outbox.serviceIsBack();
      else {
        const eventId = current[each.event] ?? "";
        const continueAs = (newId: string) => {
          current[each.event] = newId;
          told.set(newId, told.get(eventId) ?? "");
        };
        try {
          if (each.do === "send") {
            const plan = await outbox.enqueueVisit(eventId);
            continueAs(plan.eventId);
            if (plan.kind !== "blocked") submitted.add(plan.eventId);
          }
          if (each.do === "try again") await outbox.retryNow();
          if (each.do === "withdraw" && (await outbox.withdraw(eventId))) submitted.delete(eventId);
          if (each.do === "hold") await outbox.hold(eventId);
          if (each.do === "release") await outbox.release(eventId);
          if (each.do === "edit") {
            const record = await visits.get(eventId);
            await visits.put(eventId, { ...record?.event, note: each.note });
            told.set(eventId, each.note);
          }
          if (each.do === "reissue") continueAs(await visits.reissue(eventId));
        } catch (error) {
          if (!(error instanceof NotAllowed) && !(error instanceof NotTheWriter)) throw error;
        }
      }
    }
    await calm();
  }
  // All tabs are gone, the faults end, and one tab comes back.
  crash(0);
  crash(1);
  isHealed = true;
  machine.setOnline(true);
  const last = await enter();
  tabs = [last];
  return { machine, service, last: last.workspace, current, told, submitted };
}

async function settleAll(
  workspace: Pick<Workspace, "visits" | "outbox">,
  machine: WorkspaceDesk,
): Promise<void> {
  for (let round = 0; round < 40; round += 1) {
    await calm();
    // A repeat under way is not among the status's `sending`.
    if (workspace.visits.list().every(({ queued }) => !queued || queued.state === "held")) break;
    if (workspace.outbox.status().pausedBecause === "no-answer") await workspace.outbox.retryNow();
    machine.pass(200_000);
  }
}

/** The plan must come true: it is sent and answered as planned, or nothing is sent. */
async function expectForecast(
  { outbox, visits }: Workspace,
  machine: WorkspaceDesk,
  service: TestService,
  eventId: string,
): Promise<void> {
  if (visits.summary(eventId)?.queued) return;
  const plan = outbox.plan(eventId);
  const calls = service.calls;
  const entered = await outbox.enqueueVisit(eventId);
  await settleAll({ outbox, visits }, machine);
  if (plan.kind === "blocked") {
    expect(entered).toEqual({ ...plan, eventId });
    expect(service.calls, "nothing left").toBe(calls);
    return;
  }
  const { text, state } = visits.summary(entered.eventId) ?? {};
  // A resend gets the same answer as the first time.
  const first = text === "withhold" ? "withheld" : "charged";
  const expected = plan.expects === "answer" ? first : plan.expects;
  expect(state, `forecast of ${plan.kind}`).toBe(text === "refuse" ? "refused" : expected);
  expect(entered.eventId === eventId, "a correction has an eventId of its own").toBe(plan.kind !== "correct");
}

for (const isSafe of [true, false]) {
  const name = isSafe ? "a service that knows events again" : "a service that bills whatever comes";
  test(
    `with faults ${name} bills once, loses nothing, tells the truth`,
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 4, maxLength: 24 }),
          fc.array(fc.constantFrom(...faults), { minLength: 1, maxLength: 12 }),
          async (steps, luck) => {
            const { machine, service, last, current, told, submitted } = await history(isSafe, steps, luck);
            await settleAll(last, machine);
            const visitIds = service.invoices.map(({ visitId }) => visitId);
            expect(visitIds, "one invoice for a visit").toEqual([...new Set(visitIds)]);
            for (const eventId of told.keys())
              expect(last.visits.summary(last.visits.newestOf(eventId)), "nothing is lost").toBeDefined();
            for (const eventId of current)
              expect((await last.visits.get(eventId))?.event["note"], "what was typed last").toBe(
                told.get(eventId),
              );
            const rows = last.visits.list();
            for (const { state, notSent } of rows.filter(({ eventId }) => submitted.has(eventId)))
              expect(state === "draft" ? notSent : "sent", "what became of it").toBeDefined();
            expect(rows.map(({ eventId }) => eventId).toSorted(), "one row for a visit").toEqual(
              current.toSorted(),
            );
            for (const { eventId, state } of rows.flatMap((row) => [
              row,
              ...last.visits.older(row.eventId),
            ])) {
              if (service.hasBilled(eventId)) expect(["charged", "unknown"]).toContain(state);
              else expect(state).not.toBe("charged");
            }
            // Where repeats are safe, one more try settles everything that may have left.
            if (isSafe) {
              for (const { eventId, state } of last.visits.list())
                if (state === "unknown") await last.outbox.repeat(eventId, { confirmed: false });
              await settleAll(last, machine);
              expect(last.visits.list().filter(({ state }) => state === "unknown")).toEqual([]);
            }
            for (const { eventId } of rows) await expectForecast(last, machine, service, eventId);
            expect(new Set(service.invoices.map(({ visitId }) => visitId)).size).toBe(
              service.invoices.length,
            );
            last.close();
          },
        ),
        { numRuns: runs },
      );
    },
    Math.max(120_000, runs * 4000),
  );
}
