import type {
  AutoChargedEvent,
  RulesLog,
  Charge,
  Diagnosis,
  Payment,
} from "#room/contract/schemas/auto-charged-event.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { amountOfMinor } from "#room/contract/primitives/money.ts";

/** A GUID made from two numbers: the same numbers give the same GUID, different ones a different GUID. */
export function buildGuid(kind: number, index: number): string {
  return `${kind.toString(16).padStart(8, "a")}${index.toString(16).padStart(24, "0")}`;
}

/** Codes that are billable in every year from FY2024 to FY2027. */
const diagnosisCodes = [
  "J02.9",
  "R05.9",
  "R50.9",
  "E11.9",
  "I10",
  "M54.50",
  "S93.401A",
  "N39.0",
  "H66.90",
  "J06.9",
  "K52.9",
  "L03.90",
] as const;
const procedures = [
  { cpt: "99213", minor: 12_010 },
  { cpt: "87880", minor: 2_450 },
  { cpt: "71046", minor: 8_875 },
  { cpt: "36415", minor: 1_000 },
  { cpt: "J1100", minor: 1_805 },
  { cpt: "94640", minor: 4_325 },
  { cpt: "81002", minor: 990 },
] as const;

export function buildDiagnosis(index: number, changes: Partial<Diagnosis> = {}): Diagnosis {
  return {
    icd9DiagCode: null,
    icd10DiagCode: diagnosisCodes[index] ?? `M25.${String(index).padStart(3, "5")}`,
    diagCodePk: buildGuid(3, index),
    priority: index + 1,
    snomed: String(43_878_008 + index),
    ...changes,
  };
}

export function buildCharge(
  index: number,
  diagnoses: readonly Diagnosis[],
  changes: Partial<Charge> = {},
): Charge {
  const procedure = procedures[index % procedures.length] ?? procedures[0];
  const quantity = 1 + (Math.floor(index / procedures.length) % 3);
  const minor = procedure.minor * quantity;
  const main = diagnoses[index % Math.max(1, diagnoses.length)];
  return {
    providerId: buildGuid(4, index % 3),
    payerId: buildGuid(5, index % 2),
    feeId: buildGuid(6, index),
    cpt: procedure.cpt,
    // No line exactly duplicates another, since a clear event must give no warning.
    modifier: index < procedures.length ? [] : ["76"],
    quantity,
    charge: { currency: "USD", amount: amountOfMinor(minor, "USD") },
    arAmount: { currency: "USD", amount: amountOfMinor(minor, "USD") },
    paid: { currency: "USD", amount: 0 },
    indicatedBy: main === undefined ? [] : [{ ...main }],
    billtoPayer: true,
    billable: true,
    ...changes,
  };
}

export function buildPayment(index: number, changes: Partial<Payment> = {}): Payment {
  return {
    paymentId: buildGuid(7, index),
    paymentType: index % 2 === 0 ? "Card" : "Cash",
    payerId: buildGuid(5, index % 2),
    amount: { currency: "USD", amount: 20 },
    notes: "Copay",
    paymentCategory: "Copay",
    ...changes,
  };
}

export function buildRulesLog(index: number, changes: Partial<RulesLog> = {}): RulesLog {
  return {
    rulesLogId: buildGuid(8, index),
    ruleGroup: index % 2 === 0 ? "Coding" : "Payer",
    ruleName: `Rule ${index + 1}`,
    status: "Passed",
    message: "The rule holds",
    logLevel: "Info",
    createdDate: `2026-11-02T09:${String(index % 60).padStart(2, "0")}:00.1234567`,
    ...changes,
  };
}

/** The charges of an event; the payments apply to the first, up to its amount. */
function buildCharges(count: number, diagnoses: readonly Diagnosis[], payments: number): Charge[] {
  const built = times(count, (index) => buildCharge(index, diagnoses));
  const last = built.at(-1);
  // A charge points to each diagnosis, as far as the last may.
  const left = count < diagnoses.length ? diagnoses.slice(count - 1, count + 3) : [];
  const [first, ...others] =
    last && left.length > 0
      ? built.with(count - 1, { ...last, indicatedBy: left.map((each) => ({ ...each })) })
      : built;
  if (!first) return [];
  const paid = Math.min(payments * 20, first.charge.amount);
  const owed = Math.round((first.charge.amount - paid) * 100) / 100;
  const money = (amount: number) => ({ currency: "USD", amount });
  return [{ ...first, paid: money(paid), arAmount: money(owed) }, ...others];
}

export interface EventPlan {
  /** How many rows of each kind; by default 3, 2, 1 and 2. */
  readonly charges?: number;
  readonly diagnoses?: number;
  readonly payments?: number;
  readonly rulesLogs?: number;
  /** Changes the GUIDs of the event and its visit; default 0. */
  readonly seed?: number;
  /** Members that replace the built ones. */
  readonly visit?: Partial<AutoChargedEvent["visitCharged"]>;
  readonly audit?: Partial<AutoChargedEvent["audit"]>;
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** A valid event in which the rules find no problems, and that is charged when sent. */
export function buildEvent(plan: EventPlan = {}): AutoChargedEvent {
  const { charges = 3, diagnoses = 2, payments = 1, rulesLogs = 2, seed = 0 } = plan;
  const diagnosis = times(diagnoses, (index) => buildDiagnosis(index));
  return {
    eventId: buildGuid(1, seed),
    visitCharged: {
      visitId: buildGuid(2, seed),
      practiceId: buildGuid(9, 0),
      version: "1",
      charges: buildCharges(charges, diagnosis, payments),
      diagnosis,
      payments: times(payments, (index) => buildPayment(index)),
      createdId: "casey",
      createdUserNumber: 7,
      createdOn: "2026-11-02T09:15:00",
      wcDocFlag: false,
      authNumberFlag: false,
      ...plan.visit,
    },
    audit: {
      rulesLogs: times(rulesLogs, (index) => buildRulesLog(index)),
      manualReviewNeeded: false,
      stopProcessing: false,
      canAutoCharge: true,
      canAutoCode: true,
      finalStatus: "Clear",
      withholdReason: "",
      ...plan.audit,
    },
  };
}

/** A row of the clinic's list: withheld on 11/19/2026 and unchanged since. */
export function buildVisitRow(index: number, changes: Partial<VisitRow> = {}): VisitRow {
  return {
    visitId: buildGuid(1, index),
    eventId: buildGuid(2, index),
    state: "withheld",
    lineCount: 1,
    receivedAt: "2026-11-19T10:00:00.0000000",
    firstReceivedAt: "2026-11-18T10:00:00.0000000",
    noteCount: 0,
    eventCount: 1,
    changeNumber: 1,
    payerIds: [],
    providerIds: [],
    ...changes,
  };
}
