import type { OperationKey } from "#room/contract/registry.ts";
import type { Right } from "#room/contract/rights.ts";

interface PageCommand {
  readonly to: string;
  readonly title: string;
  readonly words: string;
  readonly keys?: string;
  /** Absent: for everyone. */
  readonly right?: Right;
  /** Only if the service has this extension. */
  readonly needs?: OperationKey;
}

export const pages: readonly PageCommand[] = [
  {
    to: "/overview",
    title: "Overview",
    keys: "g o",
    words: "withheld held money charts summary",
    right: "visits",
    needs: "summarizeVisits",
  },
  {
    to: "/figures",
    title: "Day sheet",
    words: "figures deposit slip charged paid a/r close day month year to date",
    right: "visits",
    needs: "getDaySheet",
  },
  {
    to: "/figures/reports",
    title: "Reports",
    words: "figures month quarter year first-pass rate average per visit",
    right: "visits",
    needs: "getReport",
  },
  { to: "/visits", title: "Visits", keys: "g v", words: "queue charges", right: "visits" },
  {
    to: "/directory",
    title: "Directory",
    words: "names practices providers payers fees prices",
    right: "visits",
    needs: "listDirectory",
  },
  { to: "/messages", title: "Messages", keys: "g m", words: "inbox mail", right: "messages" },
  { to: "/diagnosis", title: "Codes", keys: "g d", words: "diagnosis procedure verify", right: "codes" },
  {
    to: "/account",
    title: "Your account",
    words: "password sessions signed in profile security",
    needs: "getOwnAccount",
  },
  {
    to: "/admin/clinic",
    title: "Clinic",
    words: "admin settings name address phone tax id letterhead",
    right: "clinic",
    needs: "saveClinic",
  },
  {
    to: "/admin/people",
    title: "People",
    words: "admin users roles add person password reset disable invite",
    right: "people",
    needs: "listPeople",
  },
  {
    to: "/admin/trail",
    title: "Audit log",
    words: "admin log who did what",
    right: "trail",
    needs: "listAuditEntries",
  },
  {
    to: "/admin/health",
    title: "Health",
    words: "admin server backup disk",
    right: "health",
    needs: "getHealth",
  },
  {
    to: "/admin/keys",
    title: "API keys",
    words: "admin tokens for programs rules engine service account",
    right: "keys",
    needs: "listKeys",
  },
];
