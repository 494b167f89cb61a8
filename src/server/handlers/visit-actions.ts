import type { RequestOf } from "#room/contract/registry.ts";
import { defineHandler } from "#room/server/define-handler.ts";
import { givenGuid, guidFromUuid, knownGuid } from "#room/contract/primitives/guid.ts";
import { rightsOf } from "#room/contract/rights.ts";
import type { SignedInContext } from "#room/server/handler.ts";
import { invalidMember } from "#room/server/http/refusal.ts";
import { answerAction } from "./answer-action.ts";
import { viewerOf, untilNewEvent, checkPractice } from "./visit-answer.ts";
import { withMeaning } from "./text-meaning.ts";
import { namedVisit } from "./visit-names.ts";
import { randomUUID } from "node:crypto";
import { instantOfWire } from "#room/contract/primitives/wire-date-time.ts";

function leaseMsOf({ settings }: Pick<SignedInContext, "settings">): number {
  return settings.visitLeaseMinutes * 60_000;
}

/** The assignee as stored here: somebody who can work on the visit. */
async function takerOf(name: string | null | undefined, context: SignedInContext) {
  const viewer = viewerOf(context);
  if (!name || name.trim() === "") return { takenBy: viewer.name };
  const user = await context.store.users.find(name);
  if (!user || user.disabled)
    throw invalidMember("Equal", "takenBy", `No user here is named “${name.trim()}”.`);
  if (!rightsOf(user.role, user.rights).has("visits"))
    throw invalidMember("Equal", "takenBy", `${user.name} can’t work on visits.`);
  return { takenBy: user.name, practices: user.practices };
}

export const takeVisit = defineHandler("takeVisit", {
  audit: "by-handler",
  handle: async (request, context) => {
    const taker = await takerOf(request.takenBy, context);
    const isTakeOver = request.isTakeOver ?? false;
    // A name that is empty names nobody: then nobody’s visit is taken.
    const takeOverFrom = request.takeOverFrom?.trim();
    const action = { kind: "take", isTakeOver, takeOverFrom, ...taker, leaseMs: leaseMsOf(context) } as const;
    return answerAction(knownGuid(request.visitId), action, context);
  },
});

export const takeNextVisit = defineHandler("takeNextVisit", {
  isCostly: true,
  audit: "by-handler",
  handle: async (filter, context) => {
    const viewer = viewerOf(context);
    checkPractice(filter.practiceId, viewer);
    const now = context.now().getTime();
    const visit = await context.store.visits.takeNext(
      await withMeaning(filter, context),
      { leaseMs: leaseMsOf(context) },
      viewer,
      now,
    );
    return visit === undefined ? {} : { visit: await namedVisit(visit, context) };
  },
});

export const releaseVisit = defineHandler("releaseVisit", {
  audit: "by-handler",
  handle: async ({ visitId }, context) => answerAction(knownGuid(visitId), { kind: "release" }, context),
});

export const noteVisit = defineHandler("noteVisit", {
  audit: "by-handler",
  handle: async ({ visitId, text, noteId }, context) => {
    const action = { kind: "note", noteId: givenGuid(noteId) ?? guidFromUuid(randomUUID()), text } as const;
    return answerAction(knownGuid(visitId), action, context);
  },
});

/** What of a visit whoever puts it away has seen. */
const seenBy = ({ eventId, noteCount }: Pick<RequestOf<"closeVisit">, "eventId" | "noteCount">) => ({
  eventId: givenGuid(eventId),
  noteCount: noteCount ?? undefined,
});

export const snoozeVisit = defineHandler("snoozeVisit", {
  audit: "by-handler",
  handle: async ({ visitId, until, ...seen }, context) => {
    const instant = instantOfWire(until) ?? untilNewEvent;
    if (instant <= context.now().getTime())
      throw invalidMember("GreaterThan", "until", "'until' must be in the future.");
    const last = Math.min(instant, untilNewEvent);
    const action = { kind: "snooze", until: last, ...seenBy(seen) } as const;
    return answerAction(knownGuid(visitId), action, context);
  },
});

export const closeVisit = defineHandler("closeVisit", {
  audit: "by-handler",
  handle: async ({ visitId, reason, ...seen }, context) => {
    const action = { kind: "close", reason: reason.trim(), ...seenBy(seen) } as const;
    return answerAction(knownGuid(visitId), action, context);
  },
});

export const reopenVisit = defineHandler("reopenVisit", {
  audit: "by-handler",
  handle: async ({ visitId, changeNumber }, context) => {
    const action = { kind: "reopen", changeNumber: changeNumber ?? undefined } as const;
    return answerAction(knownGuid(visitId), action, context);
  },
});
