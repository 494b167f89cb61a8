import * as z from "zod/mini";
import { canonicalGuid, guid, requiredGuid } from "#room/contract/primitives/guid.ts";
import { money } from "#room/contract/primitives/money.ts";
import { npi } from "#room/contract/primitives/npi.ts";
import { optional, type RuleCode, rule, text } from "#room/contract/primitives/rule.ts";
import { timeZone } from "#room/contract/primitives/time-zone.ts";
import { isoDate } from "#room/contract/primitives/wire-date-time.ts";

export const directoryKinds = ["practice", "provider", "payer", "fee"] as const;
export const directoryKind = z.enum(directoryKinds);
export type DirectoryKind = z.output<typeof directoryKind>;

const tooMany = { code: "InclusiveBetween", message: "must be at most 20 modifiers" } as const;

const members = z.looseObject({
  kind: directoryKind,
  /** The GUID used in events. */
  id: requiredGuid,
  /** Required except for a fee, where it is the clinic's own description of the code. */
  name: optional(text(200)),
  /** For narrow lists. */
  shortName: optional(text(40)),
  /** First and last day, inclusive. Absent: unlimited. */
  activeFrom: optional(isoDate),
  activeTo: optional(isoDate),
  /** For a practice or a provider. */
  npi: optional(z.string().check(npi)),
  /** For a provider: where letters to them go. */
  directAddress: optional(
    text(320).check(
      rule((address) => address === "" || /^[^\s@,;<>]+@[^\s@,;<>]+$/.test(address), {
        code: "RegularExpression",
        message: "must be one address, such as lane@direct.example",
      }),
    ),
  ),
  /** For a practice whose clock is not the clinic’s. */
  timeZone: optional(timeZone),
  /**
   * This GUID means the same as that one, of the same kind: events keep it, but people see the other's name.
   */
  mergedInto: optional(guid),
  /** For a fee, where it is required. One fee may have several prices with different first days. */
  code: optional(text(20)),
  /** For a fee: exactly these, in any order. Absent or empty: none. */
  modifiers: optional(z.array(text(10)).check(rule((list) => list.length <= 20, tooMany))),
  /** For a fee. Absent: every payer, every practice. */
  payerId: optional(guid),
  practiceId: optional(guid),
  /** For a fee, where it is required: the price of one unit. */
  amount: optional(money),
});

type Members = z.output<typeof members>;

/** A rule for the whole entry, reported at one member. */
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
      error: "must not be before 'activeFrom'",
    },
  ),
  check(({ id, mergedInto }) => !given(mergedInto) || canonicalGuid(id) !== canonicalGuid(`${mergedInto}`), {
    path: "mergedInto",
    code: "Equal",
    error: "must be another entry",
  }),
);
export type DirectoryEntry = z.output<typeof directoryEntry>;

const isCode = (code: string) => /^[A-Z0-9]{5}$/i.test(code.trim());
const isModifier = (modifier: string) => /^[A-Z0-9]{2}$/i.test(modifier.trim());

/** An entry to be saved. What was saved before fees had to be of codes that a visit can have is still read, and can be ended. */
export const savedEntry = directoryEntry.check(
  check(
    ({ kind, code, activeTo }) => kind !== "fee" || !given(code) || isCode(`${code}`) || given(activeTo),
    {
      path: "code",
      code: "RegularExpression",
      error: "must be five letters or digits, such as 99213",
    },
  ),
  check(
    ({ kind, modifiers, activeTo }) =>
      kind !== "fee" || (modifiers ?? []).every(isModifier) || given(activeTo),
    {
      path: "modifiers",
      code: "RegularExpression",
      error: "must be two letters or digits each, such as 25",
    },
  ),
);

/** Identifies one entry; for a fee, with its first day. */
export const directoryKey = z.looseObject({
  kind: directoryKind,
  id: requiredGuid,
  activeFrom: optional(isoDate),
});
export type DirectoryKey = z.output<typeof directoryKey>;
