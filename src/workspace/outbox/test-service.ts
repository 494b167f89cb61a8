import type { DraftEvent } from "#room/billing/draft-event.ts";
import { isSameContent } from "#room/contract/same-content.ts";
import type { SendResult } from "#room/workspace/attempts/outbox-entry.ts";
import type { VisitFacts } from "#room/workspace/visits/visit-record.ts";

/**
 * A fake service: withholds events that say so and bills the rest. A safe one recognizes repeated events and visits.
 */
export class TestService {
  readonly invoices: { visitId: string; eventId: string }[] = [];
  calls = 0;
  readonly #taken = new Map<string, { event: DraftEvent; result: boolean }>();
  readonly #isSafe: boolean;
  constructor(isSafe: boolean) {
    this.#isSafe = isSafe;
  }

  take(event: DraftEvent): SendResult {
    this.calls += 1;
    const eventId = String(event["eventId"]);
    const visitId = String(event["visitId"]);
    const known = this.#taken.get(eventId);
    if (this.#isSafe && known && !isSameContent(known.event, event))
      return { kind: "refused", code: "EventIdReused", message: "", fields: [] };
    if (this.#isSafe && known) return { kind: known.result ? "charged" : "withheld" };
    const result = event["note"] !== "withhold";
    if (result && this.#isSafe && this.invoices.some((invoice) => invoice.visitId === visitId))
      return { kind: "refused", code: "VisitAlreadyInvoiced", message: "", fields: [] };
    if (event["note"] === "refuse") return { kind: "refused", code: "NotEmpty", message: "", fields: [] };
    this.#taken.set(eventId, { event, result });
    if (result) this.invoices.push({ visitId, eventId });
    return { kind: result ? "charged" : "withheld" };
  }

  hasBilled(eventId: string): boolean {
    return this.invoices.some((invoice) => invoice.eventId === eventId);
  }
}

export function summarise(event: DraftEvent): VisitFacts {
  const reason = event["note"] === "withhold" ? "held" : "";
  const facts = { practiceId: "", amountMinor: 1, currency: "USD", lineCount: 1, reason };
  return {
    ...facts,
    visitId: String(event["visitId"]),
    blocking: 0,
    warnings: 0,
    text: String(event["note"]),
  };
}
