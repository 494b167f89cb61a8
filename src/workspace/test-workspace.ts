import "fake-indexeddb/auto";
import { asDraft, type DraftEvent } from "#room/billing/draft-event.ts";
import { onTestFinished, vi } from "vitest";
import { WorkspaceDesk } from "#room/testing/workspace-desk.ts";
import { openWorkspace, type OpenOptions } from "./open-workspace.ts";
import type { SendResult } from "./attempts/outbox-entry.ts";
import type { VisitFacts } from "./visits/visit-record.ts";
import type { Workspace } from "./workspace.ts";

let users = 0;

function summarise(event: DraftEvent): VisitFacts {
  const note = typeof event["note"] === "string" ? event["note"] : "";
  const visitId = typeof event["visitId"] === "string" ? event["visitId"] : "";
  const facts = { visitId, practiceId: "", amountMinor: 100, currency: "USD", lineCount: 1 };
  return { ...facts, reason: "", blocking: note === "faulty" ? 1 : 0, warnings: 0, text: note };
}

/** A user on a machine of their own; `enter` opens one more tab. */
export function desk(answer: (event: DraftEvent) => Promise<SendResult> = async () => ({ kind: "charged" })) {
  const machine = new WorkspaceDesk();
  const open: Workspace[] = [];
  onTestFinished(() => {
    for (const workspace of open) workspace.close();
  });
  users += 1;
  const userName = `user${String(users)}`;
  const enter = async (options: Partial<OpenOptions> = {}) => {
    const { environment } = machine.tab();
    const workspace = await openWorkspace({
      userName,
      secret: { kind: "password", text: "first password" },
      environment,
      summariser: async () => summarise,
      repeatsAreSafe: () => true,
      sender: {
        sendVisit: ({ text }) => answer(asDraft(JSON.parse(text))),
        sendMessage: async () => ({ kind: "sent", messageId: 7 }),
      },
      ...options,
    });
    open.push(workspace);
    return workspace;
  };
  return { machine, userName, enter };
}

export function id(digit: string): string {
  return digit.repeat(32);
}

export function event(digit: string, note = "typed"): DraftEvent {
  return { eventId: id(digit), visitId: id(digit), note, list: [1, { deep: null }] };
}

/** The next encryption of a visit's or letter's text has begun once `begun` is true, and ends after `goOn`. */
export function heldEncryption() {
  let release = () => {};
  let begun = false;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const { subtle } = crypto;
  const encrypt = subtle.encrypt.bind(subtle);
  const spy = vi.spyOn(subtle, "encrypt").mockImplementation(async (...of) => {
    const [algorithm] = of;
    const place = typeof algorithm === "object" && "additionalData" in algorithm && algorithm.additionalData;
    // Rows of the index are encrypted at any time.
    if (!begun && ArrayBuffer.isView(place) && new TextDecoder().decode(place).startsWith("bodies/")) {
      begun = true;
      await gate;
    }
    return encrypt(...of);
  });
  const goOn = () => {
    spy.mockRestore();
    release();
  };
  return { goOn, begun: () => begun };
}
