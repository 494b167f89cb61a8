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

const services = [
  { cpt: "99213", amount: 128, code: "J02.9" },
  { cpt: "99214", amount: 182.5, code: "J06.9" },
  { cpt: "99203", amount: 165, code: "S93.401A" },
  { cpt: "12001", amount: 210, code: "S61.411A" },
  { cpt: "71046", amount: 88.75, code: "R05.9" },
  { cpt: "87880", amount: 24.5, code: "J02.9" },
] as const;
const reasons = [
  { reason: "Charge 2 is linked to no diagnosis", rule: "Diagnosis link" },
  { reason: "Modifier 25 is missing on the E/M line", rule: "Modifier 25" },
  { reason: "No authorization number for workers' comp", rule: "Authorization" },
  { reason: "The payer is not known for this date", rule: "Payer in force" },
] as const;

/** The same every time: a demo is shown twice. */
// The index stays within the list.
const pick = <L extends readonly unknown[]>(list: L, index: number) => list[index % list.length] as L[number];

function eventOf(index: number, at: number, isWithheld: boolean, attempt = 0): AutoChargedEvent {
  const lines = [pick(services, index), pick(services, index * 5 + 3), pick(services, index + 4)];
  const { reason, rule } = pick(reasons, index);
  const day = new Date(at - 2 * hourMs).toISOString().slice(0, 10);
  return {
    eventId: guid(`e${attempt}`, index),
    visitCharged: {
      visitId: guid("b5", index),
      practiceId: pick(practices, index % 3),
      version: "1",
      charges: lines.slice(0, 1 + (index % 3)).map(({ cpt, amount, code }, line) => ({
        cpt,
        quantity: 1,
        modifier: [],
        charge: { currency: "USD", amount },
        providerId: guid("d0c", index % 4),
        payerId: guid("9a1", index % 5),
        billtoPayer: true,
        billable: true,
        indicatedBy: isWithheld && line === 1 ? [] : [{ icd10DiagCode: code }],
      })),
      diagnosis: lines
        .slice(0, 1 + (index % 3))
        .map(({ code }, position) => ({ icd10DiagCode: code, priority: position + 1 })),
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
  const told = outcomeOf(audit);
  const invoice = invoiceOfEvent(visitCharged);
  await store.events.take({
    eventId,
    visitId: visitCharged.visitId,
    practiceId: visitCharged.practiceId,
    event,
    invoice: told.kind === "charged" ? invoice : undefined,
    withholdReason: told.kind === "withheld" ? told.reason : undefined,
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

/** A clinic's morning: a hundred visits of ten days, most of them charged, some held, refused, corrected or put away. */
export async function seedDemoVisits(store: Store, now: Date): Promise<void> {
  const people = {
    casey: { userId: 0, name: "casey", practices: [] },
    robin: { userId: 0, name: "robin", practices: [] },
  };
  for (let index = 0; index < visitCount; index += 1) {
    // The newest come last and close together, as on a morning.
    const at = now.getTime() - Math.round(((visitCount - index) / visitCount) ** 2 * 240 * hourMs) - 60_000;
    const visitId = guid("b5", index);
    if (index % 13 === 5) {
      await sendBroken(store, eventOf(index, at, false), at);
      continue;
    }
    const isHeld = index % 3 === 1;
    await send(store, eventOf(index, at, isHeld), at);
    if (!isHeld) continue;
    if (index % 4 === 0) await send(store, eventOf(index, at, false, 1), at + 3 * hourMs);
    else if (index % 10 === 7)
      await store.visits.change(
        visitId,
        { deed: "close", reason: "Billed on paper" },
        people.robin,
        at + hourMs,
      );
    else if (index % 10 === 3) {
      const text = "Asked the front desk for the authorization number.";
      await store.visits.change(
        visitId,
        { deed: "note", noteId: guid("a07e", index), text },
        people.casey,
        at + hourMs,
      );
      await store.visits.change(
        visitId,
        { deed: "put off", until: now.getTime() + 20 * hourMs },
        people.casey,
        at + hourMs,
      );
    } else if (index % 20 === 10) {
      const deed = { deed: "take", isTakeOver: false, takenBy: "robin", leaseMs: 30 * 60_000 } as const;
      await store.visits.change(visitId, deed, people.robin, now.getTime() - 5 * 60_000);
    }
  }
}
