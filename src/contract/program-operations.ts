import { type OperationKey, operationKeys, registry } from "./registry.ts";
import { programRights, type Right, rightsOverAll } from "./rights.ts";

/** Saved views belong to a person. */
const personal: ReadonlySet<OperationKey> = new Set(["listVisitViews", "saveVisitView", "removeVisitView"]);

const held: ReadonlySet<string> = new Set(programRights);

/** Operations that ask a person to prove their identity again are not for programs. */
function asksAgain(key: OperationKey): boolean {
  return "asksAgain" in registry[key] && registry[key].asksAgain === true;
}

/** The operations an API key may be granted. Those with the session in the body belong to a mailbox. */
export const programOperations: readonly OperationKey[] = operationKeys.filter(
  (key) =>
    registry[key].session === "header" &&
    held.has(registry[key].right) &&
    !personal.has(key) &&
    !asksAgain(key),
);

const clinicWide: ReadonlySet<string> = new Set<Right>([...rightsOverAll, "directory", "trail", "health"]);

/** True for operations that ignore practices: a key limited to some practices may not have them. */
export function isClinicWide(key: OperationKey): boolean {
  return (clinicWide.has(registry[key].right) && key !== "listUnnamed") || key === "listDirectory";
}

/** The operation with this wire name, if a key may be granted it. */
export function programOperation(name: string): OperationKey | undefined {
  return programOperations.find((key) => registry[key].name === name);
}

/** Common sets of operations, offered when making a key. */
export const keyPresets: readonly { readonly name: string; readonly operations: readonly OperationKey[] }[] =
  [
    { name: "Rules engine", operations: ["chargeVisit"] },
    {
      name: "Reporting",
      operations: [
        "listVisits",
        "exportVisits",
        "exportInvoiceLines",
        "summarizeVisits",
        "getDaySheet",
        "getReport",
        "getVisitInvoice",
        "listChanges",
      ],
    },
    { name: "Code look-up", operations: ["verifyDiagnosis", "searchDiagnoses", "describeDiagnosis"] },
    { name: "Log collector", operations: ["listAuditEntries", "exportAuditEntries"] },
    { name: "Monitoring", operations: ["getHealth"] },
  ];
