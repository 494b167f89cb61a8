import { expect, it } from "vitest";
import type { MessageDraft, OwnMessages } from "#room/workspace/messages/message-record.ts";
import { draftAgain } from "./draft-again.ts";

/** What it asks of the store: one message, its copy, and what is written to that. */
async function again(recipients: Pick<MessageDraft, "to" | "cc" | "bcc">, chosen: readonly string[]) {
  let kept: MessageDraft = { ...recipients, subject: "Papers", textBody: "", attachments: [] };
  const store: Pick<OwnMessages, "copy" | "get" | "put"> = {
    copy: async () => "copy",
    get: async () => kept,
    put: async (_id, draft) => {
      kept = draft;
    },
  };
  await draftAgain(store, "first", { recipients: chosen, own: "me@x.example" });
  return kept;
}

it("keeps each recipient in its field, hidden ones hidden", async () => {
  const lists = { to: ["a@x.example", "b@x.example"], cc: ["c@x.example"], bcc: ["d@x.example"] };
  expect(await again(lists, ["B@x.example", "d@x.example"])).toMatchObject({
    to: ["b@x.example"],
    cc: [],
    bcc: ["d@x.example"],
    resendOf: "first",
  });
  const hidden = { to: ["a@x.example"], cc: [], bcc: ["d@x.example", "e@x.example"] };
  const self = ["me@x.example"];
  expect(await again(hidden, hidden.bcc)).toMatchObject({ to: self, cc: [], bcc: hidden.bcc });
  expect(await again(hidden, ["d@x.example"])).toMatchObject({ to: self, bcc: ["d@x.example"] });
  expect(await again(lists, ["c@x.example", "d@x.example"])).toMatchObject({
    to: ["c@x.example"],
    cc: [],
    bcc: ["d@x.example"],
  });
});
