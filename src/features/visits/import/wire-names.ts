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
 * An event as a program writes it that names its members in another case (`VisitCharged`, `Cpt`), by the interface's
 * names. Members that the interface does not know stay as they are, with all that is in them.
 */
export function withWireNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withWireNames(item));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([given, member]) => {
      const name = names.get(given.toLowerCase());
      if (name === undefined) return [given, member];
      // Both cases at once: the interface's own name is the one that counts.
      const isTaken = name !== given && Object.hasOwn(value, name);
      return [isTaken ? given : name, withWireNames(member)];
    }),
  );
}
