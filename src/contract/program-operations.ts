import { type OperationKey, operationKeys, registry } from "./registry.ts";
import { programRights, type Right } from "./rights.ts";

/** Saved views are a person's own. */
const personal: ReadonlySet<OperationKey> = new Set(["listVisitViews", "saveVisitView", "removeVisitView"]);

const held: ReadonlySet<string> = new Set(programRights);

/** What asks a person to prove again who they are is not for a program. */
function asksAgain(key: OperationKey): boolean {
  return "asksAgain" in registry[key] && registry[key].asksAgain === true;
}

/** The operations that a program's key may be given. What shows its session in the body belongs to a mailbox. */
export const programOperations: readonly OperationKey[] = operationKeys.filter(
  (key) =>
    registry[key].session === "header" &&
    held.has(registry[key].right) &&
    !personal.has(key) &&
    !asksAgain(key),
);

const clinicWide: ReadonlySet<string> = new Set<Right>(["directory", "import-codes", "trail", "health"]);

/** True for what knows no practices: a key that is limited to some may not be given it. */
export function isClinicWide(key: OperationKey): boolean {
  return (clinicWide.has(registry[key].right) && key !== "listUnnamed") || key === "listDirectory";
}

/** The operation of a wire name that a key may be given. */
export function programOperation(name: string): OperationKey | undefined {
  return programOperations.find((key) => registry[key].name === name);
}

/** What programs are usually let do, for whoever makes a key. */
export const keyPresets: readonly { readonly name: string; readonly operations: readonly OperationKey[] }[] =
  [
    { name: "Rules engine", operations: ["chargeVisit"] },
    {
      name: "Reporting",
      operations: ["listVisits", "summarizeVisits", "getVisitInvoice", "listChanges"],
    },
    { name: "Code look-up", operations: ["verifyDiagnosis", "searchDiagnoses", "describeDiagnosis"] },
    { name: "Log collector", operations: ["listAuditEntries", "exportAuditEntries"] },
    { name: "Monitoring", operations: ["getHealth"] },
  ];
