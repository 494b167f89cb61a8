import * as z from "zod/mini";
import { canonicalGuid, guid, requiredGuid } from "#room/contract/primitives/guid.ts";
import { money } from "#room/contract/primitives/money.ts";
import { npi } from "#room/contract/primitives/npi.ts";
import { optional, type RuleCode, rule, text } from "#room/contract/primitives/rule.ts";
import { isoDate } from "#room/contract/primitives/wire-date-time.ts";

export const directoryKinds = ["practice", "provider", "payer", "fee"] as const;
export const directoryKind = z.enum(directoryKinds);
export type DirectoryKind = z.output<typeof directoryKind>;

const tooMany = { code: "InclusiveBetween", message: "must be at most 20 modifiers" } as const;

const members = z.looseObject({
  kind: directoryKind,
  /** The GUID that events have. */
  id: requiredGuid,
  /** Required but of a fee, where it is the clinic's own words for the code. */
  name: optional(text(200)),
  /** Where lists are narrow. */
  shortName: optional(text(40)),
  /** First and last day, both included; absent: from ever, for ever. */
  activeFrom: optional(isoDate),
  activeTo: optional(isoDate),
  /** Of a practice or a provider. */
  npi: optional(z.string().check(npi)),
  /** This GUID means the same as that one, of the same kind: events keep it, people see the other's name. */
  mergedInto: optional(guid),
  /** Of a fee, required there. One fee may have several prices, each from another day on. */
  code: optional(text(20)),
  /** Of a fee: exactly these, in any order; absent or empty: none. */
  modifiers: optional(z.array(text(10)).check(rule((list) => list.length <= 20, tooMany))),
  /** Of a fee; absent: for every payer, for every practice. */
  payerId: optional(guid),
  practiceId: optional(guid),
  /** Of a fee, required there: what one unit costs. */
  amount: optional(money),
});

type Members = z.output<typeof members>;

/** A rule of the whole entry, told at one member. */
function check(
  holds: (entry: Members) => boolean,
  fault: { path: keyof Members & string; code: RuleCode; error: string },
) {
  return z.refine<Members>(holds, { error: fault.error, params: { code: fault.code }, path: [fault.path] });
}

const given = (value: string | null | undefined) =>
  value !== undefined && value !== null && value.trim() !== "";
const mustBeGiven = { code: "NotEmpty", error: "must be given" } as const;

/** A practice, a provider, a payer or a fee. */
export const directoryEntry = members.check(
  check(({ kind, name }) => kind === "fee" || given(name), { path: "name", ...mustBeGiven }),
  check(({ kind, code }) => kind !== "fee" || given(code), { path: "code", ...mustBeGiven }),
  check(({ kind, amount }) => kind !== "fee" || !!amount, { path: "amount", ...mustBeGiven }),
  check(({ amount }) => (amount?.amount ?? 0) >= 0, {
    path: "amount",
    code: "GreaterThanOrEqual",
    error: "must be 0 or more",
  }),
  check(
    ({ activeFrom, activeTo }) => !given(activeFrom) || !given(activeTo) || `${activeFrom}` <= `${activeTo}`,
    {
      path: "activeTo",
      code: "GreaterThanOrEqual",
      error: "must not be before the first day",
    },
  ),
  check(({ id, mergedInto }) => !given(mergedInto) || canonicalGuid(id) !== canonicalGuid(`${mergedInto}`), {
    path: "mergedInto",
    code: "Equal",
    error: "must be another entry",
  }),
);
export type DirectoryEntry = z.output<typeof directoryEntry>;

/** What names one entry: of a fee its first day too. */
export const directoryKey = z.looseObject({
  kind: directoryKind,
  id: requiredGuid,
  activeFrom: optional(isoDate),
});
export type DirectoryKey = z.output<typeof directoryKey>;
