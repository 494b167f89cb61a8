import * as z from "zod/mini";
import { guid } from "#room/contract/primitives/guid.ts";
import { optional, rule, text } from "#room/contract/primitives/rule.ts";
import { extraRights, roleNames } from "#room/contract/rights.ts";

function list<T extends z.ZodMiniType>(each: T, most: number, what: string) {
  const message = `must be at most ${most} ${what}`;
  return z
    .array(each)
    .check(rule<unknown[]>((values) => values.length <= most, { code: "InclusiveBetween", message }));
}

/** The members of a person that an administrator sets. */
export const personWords = {
  /** Their usual name; absent or empty when not set. */
  displayName: optional(text(200)),
  role: optional(z.enum(roleNames)),
  /** In addition to the role's. */
  rights: optional(list(z.enum(extraRights), extraRights.length, "rights")),
  /** Direct addresses; mail is sent from the first by default. */
  addresses: optional(list(text(254), 20, "addresses")),
  /** The practices whose visits they may see. Empty: all. */
  practices: optional(list(guid, 1000, "practices")),
};

/** A person who may sign in. */
export const person = z.looseObject({
  userName: z.string(),
  displayName: z.string(),
  role: z.string(),
  rights: z.array(z.string()),
  addresses: z.array(z.string()),
  practices: z.array(z.string()),
  isDisabled: z.boolean(),
  hasPassword: z.boolean(),
  /** `none`; `set`; `missing`: their role requires one, and nothing else is allowed until they have it. */
  secondFactor: optional(z.string()),
  createdAt: z.string(),
  /** True until ConfirmRestored: they are as a restored backup had them. */
  isBeforeRestore: optional(z.boolean()),
  /** Absent: never, as far as known. */
  lastSignInAt: optional(z.string()),
  /** How many sessions they have now. */
  sessions: z.number(),
  /** When their one-time link expires; absent when there is none. */
  linkUntil: optional(z.string()),
});
export type Person = z.output<typeof person>;

/** A one-time link for setting a password. Returned once: the service keeps only a hash. */
export const personLink = z.looseObject({
  /** Goes into the fragment of `/welcome#…`. */
  secret: z.string(),
  until: z.string(),
});
export type PersonLink = z.output<typeof personLink>;
