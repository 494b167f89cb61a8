import { defineMailHandler, mailHandle } from "./define-mail-handler.ts";
import { summaryOf, marksOf } from "./summary-of-record.ts";
import { defineHandler } from "#room/server/define-handler.ts";
import { toldToComeLater } from "#room/server/change-watch.ts";
import { longestWait } from "#room/contract/operations/messages.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { messagingUser } from "./messaging-session.ts";

export const listMessageSummaries = defineMailHandler("listMessageSummaries", {
  failed: "The mailbox could not be read",
  logged: "a mailbox could not be read",
  isCostly: true,
  audit: { when: "counted", note: () => ({ action: "listed messages" }) },
  answer: async (_request, context, user, { refuse, empty }) => {
    const { store } = context;
    const records = await store.messages.summariesOf(user.userId);
    if (records.length === 0 && (await store.users.sendingAddressesOf(user.userId)).length === 0)
      return refuse("folderNotFound", "You have no mailbox here: your user has no Direct address.");
    return {
      ...empty,
      summaries: records.map(summaryOf),
    };
  },
});

/** Half a megabyte: a page reads it in some ten milliseconds. */
const atOnce = 2000;

const numberOr = <T>(value: number | null | undefined, otherwise: T) =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : otherwise;

const look = mailHandle("listMessageChanges", {
  failed: "The mailbox could not be read",
  logged: "a mailbox could not be read",
  isUse: false,
  answer: async (request, { store }, { userId }, { refuse, empty }) => {
    const since = numberOr(request.since, 0);
    const { changeNumber, validity, summaries, before } = await store.messages.changesOf(userId, {
      since,
      before: numberOr(request.before, undefined),
      limit: atOnce,
    });
    if (changeNumber === 0 && (await store.users.sendingAddressesOf(userId)).length === 0)
      return refuse("folderNotFound", "You have no mailbox here: your user has no Direct address.");
    return {
      ...empty,
      summaries: summaries.map((record) => ({ ...summaryOf(record), ...marksOf(record) })),
      isTooOld: since > changeNumber,
      changeNumber,
      validity,
      before,
    };
  },
});

/** How often somebody who waits is looked after. Milliseconds. */
const lookEveryMs = 1000;

const isQuiet = ({ hasError, isTooOld, summaries }: ResponseOf<"listMessageChanges">) =>
  !hasError && !isTooOld && summaries.length === 0;

/** Looks until there is something to tell, the session ends, or the server stops. */
async function wait(
  look: () => Promise<ResponseOf<"listMessageChanges">>,
  {
    session,
    userId,
    waitSeconds,
  }: { readonly session: string; readonly userId: number; readonly waitSeconds: number },
  { changes, callerGone: gone }: Pick<HandlerContext, "changes" | "callerGone">,
): Promise<ResponseOf<"listMessageChanges">> {
  const until = performance.now() + Math.min(waitSeconds, longestWait) * 1000;
  for (;;) {
    const answer = await look();
    const asked = Math.min(lookEveryMs, until - performance.now());
    if (!isQuiet(answer) || asked <= 0) return answer;
    const who = { session: `mail ${session}`, person: `mail ${userId}`, gone };
    const why = await changes.wait(who, asked);
    if (why === "full") throw toldToComeLater();
    if (why === "over") return answer;
  }
}

export const listMessageChanges = defineHandler("listMessageChanges", {
  isUse: false,
  // A page is bounded, and whoever waits must not hold up others.
  isCostly: false,
  audit: { when: "counted", note: () => ({ action: "listed messages" }) },
  handle: async (request, context) => {
    const waitSeconds = numberOr(request.waitSeconds, 0);
    const session = waitSeconds === 0 ? undefined : await messagingUser(request, context, { isUse: false });
    if (session === undefined || session.fault) return look(request, context);
    const who = { session: session.user.idHash, userId: session.user.userId, waitSeconds };
    return wait(() => look(request, context), who, context);
  },
});
