import type { Role } from "#room/contract/rights.ts";

/** What each role is for, in a line. */
export const roleWords: Readonly<Record<Role, string>> = {
  clerk: "works on visits and messages, looks up codes",
  lead: "as a clerk, and assigns and closes visits, shares views, edits the directory",
  administrator: "everything, people and the audit trail included",
  auditor: "reads the audit trail and how the server is; sees no patient data",
};
