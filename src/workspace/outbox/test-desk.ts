import "fake-indexeddb/auto";
import { onTestFinished, vi } from "vitest";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { readJson } from "#room/contract/written-json.ts";
import { WorkspaceDesk } from "#room/testing/workspace-desk.ts";
import type { SendResult } from "#room/workspace/attempts/outbox-entry.ts";
import { openWorkspace } from "#room/workspace/open-workspace.ts";
import { databaseNameOf } from "#room/workspace/storage/database.ts";
import type { Corrects, VisitFacts } from "#room/workspace/visits/visit-record.ts";
import type { Workspace } from "#room/workspace/workspace.ts";

let users = 0;

function summarise(event: DraftEvent): VisitFacts {
  const visitId = typeof event["visitId"] === "string" ? event["visitId"] : "";
  const note = typeof event["note"] === "string" ? event["note"] : "";
  const facts = { visitId, practiceId: "", amountMinor: 100, currency: "USD", lineCount: 1, reason: "" };
  return { ...facts, blocking: note === "faulty" ? 1 : 0, warnings: 0, text: note };
}

export const id = (digit: string) => digit.repeat(32);
export const event = (digit: string, note = "one", visit = digit): DraftEvent => ({
  eventId: id(digit),
  visitId: id(visit),
  note,
});
export const unknown: SendResult = { kind: "unknown", message: "No answer came" };

/** An answer that is given later. */
export function later() {
  let resolve: (result: SendResult) => void = () => undefined;
  const promise = new Promise<SendResult>((give) => (resolve = give));
  return { promise, resolve };
}

/** A machine and a service whose answers are scripted; the last one repeats. */
export function desk({ isSafe = true, takesMs = 0 }: { isSafe?: boolean; takesMs?: number } = {}) {
  const machine = new WorkspaceDesk();
  const open: Workspace[] = [];
  onTestFinished(() => {
    vi.useRealTimers();
    for (const workspace of open) workspace.close();
  });
  users += 1;
  const userName = `outbox-user${String(users)}`;
  const answers: (SendResult | Promise<SendResult>)[] = [];
  const sent: DraftEvent[] = [];
  const corrects: (Corrects | undefined)[] = [];
  const messages: string[] = [];
  const service = { isGone: false };
  const enter = async () => {
    const tab = machine.tab();
    const workspace = await openWorkspace({
      userName,
      sessionKey: "live",
      environment: tab.environment,
      summariser: async () => summarise,
      repeatsAreSafe: () => isSafe,
      sender: {
        sendVisit: async ({ text, corrects: of }) => {
          corrects.push(of);
          sent.push(readJson<DraftEvent>(text));
          if (takesMs > 0) await new Promise((resolve) => setTimeout(resolve, takesMs));
          return (answers.length > 1 ? answers.shift() : answers[0]) ?? { kind: "charged" };
        },
        canReach: async () => !service.isGone,
        sendMessage: async ({ draft }) => {
          messages.push(draft.subject);
          return (answers.length > 1 ? answers.shift() : answers[0]) ?? { kind: "sent", messageId: 7 };
        },
      },
    });
    open.push(workspace);
    const crash = async () => {
      tab.kill();
      workspace.close();
      machine.locks.abandon(`outbox-${await databaseNameOf(userName)}`);
    };
    return Object.assign(workspace, { crash });
  };
  return { machine, enter, answers, sent, corrects, messages, service };
}

/** Before the first answer, few requests leave at once. */
export async function answerOnce({ visits, outbox }: Pick<Workspace, "visits" | "outbox">): Promise<void> {
  await visits.add(event("d"), { kind: "new" });
  await outbox.sendBatch([id("d")]);
}
