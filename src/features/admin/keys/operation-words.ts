import { isClinicWide, programOperation, programOperations } from "#room/contract/program-operations.ts";
import { type OperationKey, registry } from "#room/contract/registry.ts";

const words: Partial<Record<OperationKey, string>> = {
  chargeVisit: "Charge visits (auto-charge)",
  verifyDiagnosis: "Verify diagnosis codes",
  getVisitInvoice: "Read invoices",
  searchDiagnoses: "Search diagnosis codes",
  describeDiagnosis: "Describe a diagnosis code",
  mapDiagnosis: "Map ICD-9 codes to ICD-10",
  listCodeSets: "List code sets",
  importCodeSet: "Import code sets",
  checkClaimEdits: "Check claim edits (NCCI)",
  checkProcedures: "Check procedure codes",
  listVisits: "List visits",
  getVisit: "Read a visit in full",
  takeVisit: "Take a visit to work on",
  takeNextVisit: "Take the next visit",
  releaseVisit: "Give a visit back",
  noteVisit: "Write notes on visits",
  snoozeVisit: "Snooze visits",
  closeVisit: "Close visits without billing",
  reopenVisit: "Reopen visits",
  summarizeVisits: "Read the overview’s sums",
  exportVisits: "Export lists of visits",
  exportInvoiceLines: "Export lines of invoices",
  getDaySheet: "Read day sheets",
  getReport: "Read reports",
  listChanges: "Watch for visit changes",
  getClinic: "Read the clinic’s name and address",
  listDirectory: "Read the directory",
  saveDirectory: "Change the directory",
  listUnnamed: "List IDs without a name",
  getHealth: "Read the server’s health",
  listAuditEntries: "Read the audit log",
  exportAuditEntries: "Export the audit log",
  checkAuditTrail: "Check the audit log’s chain",
};

/** By an operation's wire name. */
export function wordsOfOperation(name: string): string {
  const key = programOperation(name);
  return (key && words[key]) ?? name;
}

export interface OfferedOperation {
  readonly name: string;
  readonly label: string;
  /** Not available to a key limited to practices. */
  readonly isClinicWide: boolean;
}

export function offeredOperations(extensions: readonly string[]): readonly {
  readonly title: string;
  readonly operations: readonly OfferedOperation[];
}[] {
  const offered = programOperations.filter(
    (key) => !("extension" in registry[key]) || extensions.includes(key),
  );
  const groups = [
    { title: "Visits", rights: ["visits", "close-visits"] },
    { title: "Codes", rights: ["codes", "import-codes"] },
    { title: "The whole clinic", rights: ["directory", "trail", "health"] },
  ];
  return groups.map(({ title, rights }) => ({
    title,
    operations: offered
      .filter((key) => rights.includes(registry[key].right))
      .map((key) => ({
        name: registry[key].name,
        label: words[key] ?? registry[key].name,
        isClinicWide: isClinicWide(key),
      }))
      .toSorted((a, b) => a.label.localeCompare(b.label)),
  }));
}
