import { expect, it } from "vitest";
import type { SentAtService } from "#room/workspace/messages/message-record.ts";
import { lookForSent } from "./use-sent-elsewhere.ts";

it("finds one that was stored after a later one", async () => {
  const stored = [1, 1200];
  const ask = async ({ since }: { since?: number | null | undefined }) => ({
    messages: stored
      .filter((messageId) => messageId > (since ?? 0))
      .map((messageId) => ({
        clientMessageId: String(messageId),
        messageId,
        dateSent: "2026-11-27T09:00:00.0000000",
        deliveries: [],
      })),
  });
  const told: number[] = [];
  const own = {
    receive: (sent: readonly SentAtService[]) => void told.push(...sent.map(({ messageId }) => messageId)),
  };
  await lookForSent(own, ask);
  // It was being stored, with its attachments, when the other was.
  stored.push(1199);
  told.length = 0;
  await lookForSent(own, ask);
  expect(told).toEqual([1200, 1199]);
});
