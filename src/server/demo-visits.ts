import { faultWords } from "#room/billing/fault-words.ts";
import { outcomeOf } from "#room/billing/outcome.ts";
import { demoId } from "#room/billing/demo-ids.ts";
import type { AutoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";
import { invoiceOfEvent } from "./handlers/invoice-of-event.ts";
import type { Store } from "./store/store.ts";

const hourMs = 3_600_000;
const visitCount = 100;
const guid = demoId;
const practices = [guid("c11c", 1), guid("c11c", 2)] as const;

const holds = {
  link: {
    reason: "Charge 2 is linked to no diagnosis",
    rule: "Diagnosis link",
    note: "Asked the provider which diagnosis charge 2 is for.",
  },
  modifier: {
    reason: "Modifier 25 is missing on the E/M line",
    rule: "Modifier 25",
    note: "The chart shows separate work. The provider signs it today.",
  },
  authorization: {
    reason: "No authorization number for workers' comp",
    rule: "Authorization",
    note: "Asked the employer for the authorization number.",
  },
  payer: {
    reason: "The payer is not known for this date",
    rule: "Payer coverage active",
    note: "Asked the front desk for a copy of the new card.",
  },
} as const;

interface Kind {
  readonly hold: keyof typeof holds;
  readonly code: string;
  /** Code, units, line amount. */
  readonly lines: readonly (readonly [string, number, number])[];
}

const kind = (hold: Kind["hold"], code: string, ...lines: Kind["lines"]): Kind => ({ hold, code, lines });

const kinds = [
  kind("modifier", "S61.411A", ["99213", 1, 128], ["12001", 1, 210]),
  kind("link", "J02.9", ["99213", 1, 128], ["87880", 1, 24.5]),
  kind("authorization", "S93.401A", ["99203", 1, 165], ["73610", 1, 96.4]),
  kind("payer", "J06.9", ["99213", 1, 128]),
  kind("link", "R05.9", ["99214", 1, 182.5], ["71046", 1, 88.75]),
  kind("modifier", "S93.401A", ["99214", 1, 182.5], ["29515", 1, 118], ["A4570", 1, 18]),
  kind("authorization", "S61.411A", ["99204", 1, 228]),
  kind("payer", "J02.9", ["99214", 1, 182.5], ["87880", 1, 24.5], ["J1100", 8, 36]),
];
const workersComp = guid("9a1", 2);

/** Deterministic, since a demo is shown more than once. */
// The index stays within the list.
const pick = <L extends readonly unknown[]>(list: L, index: number) => list[index % list.length] as L[number];

const holdOf = (index: number) => holds[pick(kinds, index).hold];

function eventOf(
  { days }: Pick<Store, "days">,
  index: number,
  { at, isWithheld, attempt = 0 }: { at: number; isWithheld: boolean; attempt?: number },
): AutoChargedEvent {
  const { hold, code, lines } = pick(kinds, index);
  const { reason, rule } = holds[hold];
  const day = days.dateOf(at - 2 * hourMs);
  const isFor = (what: Kind["hold"]) => isWithheld && hold === what;
  const payerId = hold === "authorization" ? workersComp : guid("9a1", (index * 3) % 5);
  return {
    eventId: guid(`e${attempt}`, index),
    visitCharged: {
      visitId: guid("b5", index),
      practiceId: pick(practices, index % 3),
      version: "1",
      charges: lines.map(([cpt, quantity, amount], line) => ({
        cpt,
        quantity,
        modifier: hold === "modifier" && line === 0 && !isWithheld ? ["25"] : [],
        charge: { currency: "USD", amount },
        providerId: guid("d0c", index % 4),
        payerId,
        billtoPayer: true,
        billable: true,
        indicatedBy: isFor("link") && line === 1 ? [] : [{ icd10DiagCode: code }],
      })),
      diagnosis: [{ icd10DiagCode: code, priority: 1 }],
      payments: [],
      createdOn: day,
      createdId: "engine",
    },
    audit: {
      rulesLogs: isWithheld ? [{ ruleName: rule, status: "Failed", message: reason, logLevel: "Error" }] : [],
      canAutoCharge: !isWithheld,
      manualReviewNeeded: isWithheld,
      finalStatus: isWithheld ? "Held" : "Clear",
      withholdReason: isWithheld ? reason : "",
    },
  };
}

async function send(store: Store, event: AutoChargedEvent, receivedAt: number): Promise<void> {
  const { visitCharged, audit, eventId } = event;
  const outcome = outcomeOf(audit);
  const invoice = invoiceOfEvent(visitCharged);
  await store.events.take({
    eventId,
    visitId: visitCharged.visitId,
    practiceId: visitCharged.practiceId,
    event,
    invoice: outcome.kind === "charged" ? invoice : undefined,
    withholdReason: outcome.kind === "withheld" ? outcome.reason : undefined,
    amount: { currency: invoice.currency, minor: invoice.totalMinor },
    receivedAt,
    receivedFrom: "engine",
  });
}

/** One that the contract refuses: a line without a quantity. */
async function sendBroken(store: Store, event: AutoChargedEvent, receivedAt: number): Promise<void> {
  const [first, ...others] = event.visitCharged.charges;
  const message = "'quantity' must be above 0.";
  const fieldName = "AutoChargedEvent.visitCharged.charges[0].quantity";
  await store.visits.keepRefused({
    eventId: event.eventId,
    event: {
      ...event,
      visitCharged: { ...event.visitCharged, charges: [{ ...first, quantity: 0 }, ...others] },
    },
    isWhole: true,
    code: "GreaterThan",
    message: faultWords(message),
    faults: [{ errorCode: "GreaterThan", fieldName, message }],
    receivedAt,
    receivedFrom: "engine",
    sender: "user engine",
    practices: [],
  });
}

const viewer = (name: string) => ({ userId: 0, name, practices: [] });
const [casey, robin] = [viewer("casey"), viewer("robin")];

/** What happened to a held visit: corrected, closed, snoozed, noted or taken; most still wait. */
async function workOn(store: Store, index: number, { at, now }: { at: number; now: number }): Promise<void> {
  const visitId = guid("b5", index);
  // Nothing in it is in the future.
  const later = (hours: number) => Math.min(at + hours * hourMs, now);
  if (index % 4 === 0)
    return send(store, eventOf(store, index, { at, isWithheld: false, attempt: 1 }), later(3));
  if (index % 10 === 7) {
    const action = { kind: "close", reason: "Billed on paper" } as const;
    return void (await store.visits.change(visitId, action, robin, later(1)));
  }
  const isPutOff = index % 10 === 3;
  if (isPutOff || index % 5 === 1) {
    const note = { kind: "note", noteId: guid("a07e", index), text: holdOf(index).note } as const;
    await store.visits.change(visitId, note, isPutOff ? casey : robin, later(1));
  }
  if (isPutOff) {
    const action = { kind: "snooze", until: now + 20 * hourMs } as const;
    return void (await store.visits.change(visitId, action, casey, later(1)));
  }
  const taker = index % 27 === 1 ? robin : index % 27 === 10 ? casey : undefined;
  if (!taker) return;
  const action = { kind: "take", isTakeOver: false, takenBy: taker.name, leaseMs: 30 * 60_000 } as const;
  await store.visits.change(visitId, action, taker, Math.max(at, now - 5 * 60_000));
}

/**
 * A clinic's morning: a hundred visits over ten days, most of them charged, some held, refused, corrected or closed.
 */
export async function seedDemoVisits(store: Store, date: Date): Promise<void> {
  const now = date.getTime();
  for (let index = 0; index < visitCount; index += 1) {
    // The newest come last and close together, as on a morning.
    const at = now - Math.round(((visitCount - index) / visitCount) ** 2 * 240 * hourMs) - 60_000;
    if (index % 13 === 5) {
      await sendBroken(store, eventOf(store, index, { at, isWithheld: false }), at);
      continue;
    }
    const isHeld = index % 3 === 1;
    await send(store, eventOf(store, index, { at, isWithheld: isHeld }), at);
    if (isHeld) await workOn(store, index, { at, now });
  }
}
