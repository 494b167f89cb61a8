import { shownCaller } from "#room/contract/caller-name.ts";
import { dateOfWire } from "#room/contract/primitives/wire-date-time.ts";
import type { Invoice, InvoiceState } from "#room/contract/schemas/invoice.ts";
import { Banner } from "#room/ui/banner.tsx";
import { clinicTimes } from "#room/features/names/clinic-times.ts";

export const stateWords: Readonly<Record<InvoiceState, string>> = {
  standing: "(current)",
  replaced: "(replaced)",
  voided: "(void)",
};

/** Whether it still counts, and what it took the place of. Why is the clinic's own business: not on paper. */
export function InvoiceStanding({ invoice }: { readonly invoice: Invoice }) {
  const { state, replaces, replacedBy, endedOn, endedBy, endReason } = invoice;
  const at = dateOfWire(endedOn);
  const when = at ? ` ${clinicTimes().inFull(at.getTime())}` : "";
  return (
    <>
      {state === "standing" ? null : (
        <Banner
          tone="warn"
          title={state === "voided" ? `Void:${when}` : `Replaced by invoice ${replacedBy ?? ""}:${when}`}
        >
          <span data-print="hidden">
            {[endedBy ? `By ${shownCaller(endedBy)}` : "", endReason].filter(Boolean).join(": ")}
          </span>
        </Banner>
      )}
      {replaces ? <p>It replaces invoice {replaces}.</p> : null}
    </>
  );
}
