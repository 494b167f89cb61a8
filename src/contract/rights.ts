import { keysOf } from "./keys-of.ts";

/** What one may be let do. Each operation names one of them; what lists, pages and buttons show follows from them. */
export const rights = [
  /** See, charge and work on the visits of one's practices. */
  "visits",
  /** Put visits away without a charge. Who sees a visit may open it again: nothing is lost by that. */
  "close-visits",
  /** Give a visit to somebody else. */
  "assign-visits",
  /** Let everybody see a saved view. */
  "share-views",
  /** Edit the clinic's names for ids. */
  "directory",
  /** One's own Direct mailbox. */
  "messages",
  /** Look up diagnosis codes. */
  "codes",
  "import-codes",
  /** Read the audit trail. */
  "trail",
  /** See how the server is and what will go wrong soon. */
  "health",
  /** Add and change the people who may sign in. */
  "people",
  /** Make, rotate and end the keys by which programs call. */
  "keys",
] as const;
export type Right = (typeof rights)[number];

const clerk = ["visits", "messages", "codes"] as const;
const lead = [...clerk, "close-visits", "assign-visits", "share-views", "directory"] as const;

/** What each role may do. An auditor sees no patient data. */
export const roles = {
  clerk,
  lead,
  administrator: rights,
  auditor: ["codes", "trail", "health"],
} as const satisfies Readonly<Record<string, readonly Right[]>>;
export type Role = keyof typeof roles;

// The cast gives back what Object.keys forgets: the keys of a const object.
export const roleNames = keysOf(roles);

export function isRole(text: string): text is Role {
  return Object.hasOwn(roles, text);
}

/** Rights that a person may be given beyond those of their role. */
export const extraRights: readonly Right[] = ["import-codes"];

/** All that somebody may do. A name that is no right any more says nothing. */
export function rightsOf(role: Role, extra: readonly string[]): ReadonlySet<Right> {
  return new Set([...roles[role], ...extraRights.filter((right) => extra.includes(right))]);
}

/** Rights that a program's key may hold: nothing of one person's own, no mailbox, and neither people nor keys. */
export const programRights: readonly Right[] = [
  "visits",
  "close-visits",
  "directory",
  "codes",
  "import-codes",
  "trail",
  "health",
];
