import {
  auditShape,
  chargeShape,
  diagnosisShape,
  eventShape,
  paymentShape,
  rulesLogShape,
  visitShape,
} from "#room/features/visits/editor/draft/draft.ts";
import { isRecord } from "#room/billing/json-record.ts";

const shapes = [eventShape, visitShape, chargeShape, diagnosisShape, paymentShape, auditShape, rulesLogShape];
const parts = ["AutoChargedEvent", "visitCharged", "charges", "diagnosis", "payments", "audit", "rulesLogs"];
const names = new Map(
  [...parts, ...shapes.flatMap((shape) => Object.keys(shape)), "currency", "amount"].map((name) => [
    name.toLowerCase(),
    name,
  ]),
);

/**
 * Renames an event's members to the interface's names when a program writes them in another case (`VisitCharged`,
 * `Cpt`). Unknown members stay as they are.
 */
export function withWireNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withWireNames(item));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([given, member]) => {
      const name = names.get(given.toLowerCase());
      if (name === undefined) return [given, member];
      // If both are present, the interface's own name wins.
      const isTaken = name !== given && Object.hasOwn(value, name);
      return [isTaken ? given : name, withWireNames(member)];
    }),
  );
}
