import type { Role } from "#room/contract/rights.ts";

/** What each role is for, in one line. */
export const roleWords: Readonly<Record<Role, string>> = {
  clerk: "works on visits and messages, looks up codes",
  lead: "what a clerk does; also assigns and closes visits, shares views, edits the directory",
  administrator: "everything, including people and the audit log",
  auditor: "reads the audit log and the server’s health; sees no patient data",
};
