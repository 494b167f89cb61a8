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

/** What an administrator says of a person. */
export const personWords = {
  /** As people call them; absent or empty where nobody said. */
  displayName: optional(text(200)),
  role: optional(z.enum(roleNames)),
  /** Beyond those of the role. */
  rights: optional(list(z.enum(extraRights), extraRights.length, "rights")),
  /** Direct addresses; mail is sent from the first by default. */
  addresses: optional(list(text(254), 20, "addresses")),
  /** The practices whose visits they may see; empty: all. */
  practices: optional(list(guid, 1000, "practices")),
};

/** Somebody who may sign in here. */
export const person = z.looseObject({
  userName: z.string(),
  displayName: z.string(),
  role: z.string(),
  rights: z.array(z.string()),
  addresses: z.array(z.string()),
  practices: z.array(z.string()),
  isDisabled: z.boolean(),
  hasPassword: z.boolean(),
  /** `none`; `set`; `missing`: their role needs one, and until they have it they can do nothing. */
  secondFactor: optional(z.string()),
  createdAt: z.string(),
  /** Absent: never, as far as is known. */
  lastSignInAt: optional(z.string()),
  /** How many sessions they have now. */
  sessions: z.number(),
  /** Until when their one-time link is good; absent where there is none. */
  linkUntil: optional(z.string()),
});
export type Person = z.output<typeof person>;

/** By which a person sets a password once. Told once: the service keeps a hash. */
export const personLink = z.looseObject({
  /** Stands in the fragment of `/welcome#…`. */
  secret: z.string(),
  until: z.string(),
});
export type PersonLink = z.output<typeof personLink>;
