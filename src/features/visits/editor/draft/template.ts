import { given } from "#room/contract/keys-of.ts";
import type { ChargeTemplate } from "#room/workspace/storage/kept-value.ts";
import { isFromSchedule } from "./filled.ts";
import type { VisitDraft } from "./visit-draft.ts";

/** A price that nobody typed is looked up again, for the payer and the day of the visit it is inserted into. */
export function templateOf(visit: VisitDraft): Pick<ChargeTemplate, "charges" | "diagnoses"> {
  const rowIds = visit.sentRows("charges");
  const { charges = [], diagnosis } = visit.event().visitCharged ?? {};
  const lines = (charges ?? []).map(({ paid: _paid, arAmount: _open, charge, feeId, ...line }, at) => {
    const isFilled = (member: string) => isFromSchedule(visit, rowIds[at] ?? "", member);
    return {
      ...line,
      ...(!isFilled("charge.amount") && given({ charge })),
      ...(!isFilled("feeId") && given({ feeId })),
    };
  });
  return { charges: lines, diagnoses: diagnosis ?? [] };
}
