import { faultWords } from "#room/billing/fault-words.ts";
import { isRecord, textIn } from "#room/billing/json-record.ts";
import { sessionMark } from "#room/server/audit/audit-entry.ts";
import { canonicalGuid, isGuidAbsent } from "#room/contract/primitives/guid.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { addressKey } from "#room/server/sessions/address-key.ts";
import { StoreUnavailable } from "#room/server/store/store-unavailable.ts";
import type { Refusal } from "./refusal.ts";

const logEveryMs = 60_000;
let loggedAt = Number.NEGATIVE_INFINITY;

/** Logs once a minute that events are not kept: a sender over its limit keeps sending. */
function logNotKept({ log }: Pick<HandlerContext, "log">, reason: string): void {
  if (performance.now() - loggedAt < logEveryMs) return;
  loggedAt = performance.now();
  log.error({ reason }, "a refused event was not kept");
}

/**
 * Stores an event that was refused for its content (400, 409), with its issues, before the refusal is sent, so that it
 * appears in the queue like a withheld one. Its sender is signed in, or trusted by a setting. While the store is unavailable the
 * answer is a 503, since nobody sends again what was refused. For a body so large that its long texts were set aside, only the issues are stored.
 */
export async function keepRefusedEvent(
  { body, isWhole }: { body: unknown; isWhole: boolean },
  refusal: Refusal,
  context: Pick<HandlerContext, "store" | "session" | "now" | "remoteAddress" | "log">,
): Promise<void> {
  if (refusal.status !== 400 && refusal.status !== 409) return;
  const event = isRecord(body) ? body["AutoChargedEvent"] : undefined;
  const eventId = textIn(event, "eventId");
  if (!isRecord(event) || eventId === undefined || isGuidAbsent(eventId)) return;
  const canonical = canonicalGuid(eventId);
  if (canonical === undefined) return;
  const { session, now, store } = context;
  try {
    const isKept = await store.visits.keepRefused({
      eventId: canonical,
      event,
      isWhole,
      code: refusal.errorCode,
      message: faultWords(refusal.message),
      faults: refusal.errors,
      receivedAt: now().getTime(),
      receivedFrom: session?.userName,
      caller: { remoteAddress: context.remoteAddress, session: session && sessionMark(session.idHash) },
      sender: session ? `user ${session.userName}` : `address ${addressKey(context.remoteAddress)}`,
      practices: session?.practices ?? [],
    });
    if (!isKept) logNotKept(context, "its sender has sent too many, or for a practice that is not theirs");
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    logNotKept(context, error instanceof Error ? error.name : "unknown");
  }
}
