import { storableText } from "#room/server/store/storable-text.ts";
import type { VisitAction } from "#room/server/store/visits/visit-types.ts";
import { eventsOf } from "#room/server/store/charge-queries.ts";
import { clocksDiffer, endedBy, endInvoice } from "./invoice-queries.ts";
import type { VisitParts } from "#room/server/store/commit-charges.ts";
import { associatedData } from "#room/server/vault/associated-data.ts";

type Void = VisitAction & { kind: "void" };

/** Whether a request with this id has voided an invoice before: the same (true), or another (false). */
export async function wasVoided(
  { db, vault }: VisitParts,
  visitId: string,
  { eventId, invoiceNumber, reason }: Void,
): Promise<boolean | undefined> {
  const [ended] = await endedBy(db, [eventId]);
  if (!ended) return (await eventsOf(db, [eventId])).length > 0 ? false : undefined;
  const kept = await vault.text(associatedData.endReason(ended.invoice_number), ended.end_reason);
  const isVoid = ended.replaced_by === null && ended.visit_id === visitId;
  return isVoid && ended.invoice_number === invoiceNumber && kept === storableText(reason);
}

/** What is voided after a day was closed was so later, by whichever clock: the day’s sheet tells it by that. */
async function laterThanClosings(db: VisitParts["db"], at: number): Promise<number> {
  const { last } = await db
    .selectFrom("closed_day")
    .select(({ fn }) => fn.max("closed_at").as("last"))
    .where("closed_at", ">=", at)
    .where("closed_at", "<", at + clocksDiffer)
    .executeTakeFirstOrThrow();
  return last === null ? at : Number(last) + 1;
}

export async function voidInvoice(
  parts: VisitParts,
  { by, at }: { readonly by: string; readonly at: number },
  { eventId, invoiceNumber, reason }: Void,
): Promise<void> {
  const { db, seal } = parts;
  await endInvoice(db, {
    invoiceNumber,
    replacedBy: null,
    at: await laterThanClosings(db, at),
    by,
    eventId,
    reason: seal.text(associatedData.endReason(invoiceNumber), storableText(reason)),
  });
}
