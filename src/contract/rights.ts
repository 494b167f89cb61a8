import { keysOf } from "./keys-of.ts";

/** What a user may be allowed to do. Each operation names one; lists, pages and buttons follow from them. */
export const rights = [
  /** See, charge and work on the visits of one's practices. */
  "visits",
  /** Close visits without a charge. Anyone who sees a visit may reopen it, since that loses nothing. */
  "close-visits",
  /** Correct what was charged, and void invoices. */
  "correct-charges",
  /** Assign a visit to somebody else. */
  "assign-visits",
  /** Close a day: its sheet stays as it is. */
  "close-days",
  /** See the figures of other people. One's own are always shown. */
  "people-figures",
  /** Export lists of visits and lines of invoices as files. */
  "export-lists",
  /** Share a saved view with everyone. */
  "share-views",
  /** Edit the clinic's directory of names. */
  "directory",
  /** Change what the clinic's papers say of it, and how its mail goes. */
  "clinic",
  /** One's own Direct mailbox. */
  "messages",
  /** Look up diagnosis codes. */
  "codes",
  "import-codes",
  /** Read the audit log. */
  "trail",
  /** See the server's health. */
  "health",
  /** Add and change the people who may sign in. */
  "people",
  /** Make, rotate and end API keys. */
  "keys",
  /** Take a backup of everything, and begin a new data key. */
  "backups",
] as const;
export type Right = (typeof rights)[number];

const clerk = ["visits", "messages", "codes"] as const;
const lead = [
  ...clerk,
  "close-visits",
  "correct-charges",
  "assign-visits",
  "close-days",
  "people-figures",
  "export-lists",
  "share-views",
  "directory",
] as const;

/** What each role may do. An auditor sees no patient data. */
export const roles = {
  clerk,
  lead,
  administrator: rights,
  auditor: ["codes", "trail", "health"],
} as const satisfies Readonly<Record<string, readonly Right[]>>;
export type Role = keyof typeof roles;

// The cast restores the key type that Object.keys loses.
export const roleNames = keysOf(roles);

export function isRole(text: string): text is Role {
  return Object.hasOwn(roles, text);
}

/** Rights a person may be given in addition to their role's. */
export const extraRights: readonly Right[] = ["import-codes"];

const usualRights = new Map<Role, ReadonlySet<Right>>(roleNames.map((role) => [role, new Set(roles[role])]));

/** Rights to change what concerns all practices: nobody who is limited to some has them. */
export const rightsOverAll: readonly Right[] = ["clinic", "import-codes", "backups"];

/** All rights of a person. Names that are no longer rights are ignored. */
export function rightsOf(
  role: Role,
  extra: readonly string[],
  practices: readonly string[] = [],
): ReadonlySet<Right> {
  const more = extraRights.filter((right) => extra.includes(right));
  const usual = more.length === 0 && practices.length === 0 ? usualRights.get(role) : undefined;
  if (usual) return usual;
  const all: readonly Right[] = [...roles[role], ...more];
  return new Set(practices.length === 0 ? all : all.filter((right) => !rightsOverAll.includes(right)));
}

/** Rights an API key may hold: nothing personal, no mailbox, no people or keys. */
export const programRights: readonly Right[] = [
  "visits",
  "close-visits",
  "export-lists",
  "directory",
  "codes",
  "import-codes",
  "trail",
  "health",
];
