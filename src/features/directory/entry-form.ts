import * as z from "zod/mini";
import { faultRest, faultWords } from "#room/billing/fault-words.ts";
import { numberOfText } from "#room/billing/leaf-text.ts";
import { readDate } from "#room/billing/read-date.ts";
import { tidyNumber } from "#room/billing/tidy-number.ts";
import { faultsOf } from "#room/contract/find-issues.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { minorText, minorUnits } from "#room/contract/primitives/money.ts";
import { type DirectoryEntry, type DirectoryKind, savedEntry } from "#room/contract/schemas/directory.ts";

/** "" for what an entry lacks. */
const text = z.catch(z.string(), "");
const texts = z.object({
  id: text,
  name: text,
  shortName: text,
  npi: text,
  timeZone: text,
  directAddress: text,
  activeFrom: text,
  activeTo: text,
  mergedInto: text,
  code: text,
  modifiers: text,
  payerId: text,
  practiceId: text,
  amount: text,
  currency: text,
});

export type EntryValues = Readonly<z.output<typeof texts>>;

export const entryFields = z.keyof(texts).options;

export function valuesOf(entry: Partial<DirectoryEntry>): EntryValues {
  const { amount, modifiers } = entry;
  return texts.parse({
    ...entry,
    modifiers: (modifiers ?? []).join(" "),
    amount: amount ? minorText(minorUnits(amount.amount, amount.currency) ?? 0, amount.currency) : "",
    currency: amount?.currency ?? "USD",
  });
}

const dayOf = (text: string, today: string) =>
  text.trim() === "" ? "" : (readDate(text, today).date ?? text);

const amountOf = ({ amount }: EntryValues) => numberOfText(tidyNumber(amount));

/** The entry described by the form; unreadable values stay as typed, for the contract to refuse. */
export function entryOf(
  kind: DirectoryKind,
  values: EntryValues,
  { today, before = {} }: { readonly today: string; readonly before?: Partial<DirectoryEntry> },
): DirectoryEntry {
  const common = {
    ...before,
    kind,
    id: canonicalGuid(values.id) ?? values.id.trim(),
    name: values.name.trim(),
    shortName: values.shortName.trim(),
    activeFrom: dayOf(values.activeFrom, today),
    activeTo: dayOf(values.activeTo, today),
  };
  if (kind !== "fee")
    return {
      ...common,
      mergedInto: values.mergedInto,
      ...(kind === "provider" ? { directAddress: values.directAddress.trim() } : {}),
      ...(kind === "practice" ? { timeZone: values.timeZone.trim() } : {}),
      ...(kind === "payer" ? {} : { npi: values.npi.replaceAll(/[\s-]/g, "") }),
    };
  const amount = amountOf(values);
  return {
    ...common,
    code: values.code.trim().toUpperCase(),
    modifiers: values.modifiers
      .toUpperCase()
      .split(/[\s,;-]+/)
      .filter(Boolean),
    payerId: values.payerId,
    practiceId: values.practiceId,
    amount: amount === undefined ? undefined : { currency: values.currency.trim().toUpperCase(), amount },
  };
}

/** The form's schema: the contract's errors for the entry, shown at the form's fields. */
export function entryForm(kind: DirectoryKind, today: string) {
  return texts.check(({ value, issues }) => {
    const refuse = (field: string, message: string) =>
      issues.push({ code: "custom", path: [field], message, input: value });
    const isUnread = kind === "fee" && value.amount.trim() !== "" && amountOf(value) === undefined;
    if (isUnread) refuse("amount", `Can’t read the amount “${value.amount.trim()}”. Use 128.50.`);
    for (const { path, message } of faultsOf(savedEntry, entryOf(kind, value, { today })).issues) {
      const field = path.join(".") === "amount.currency" ? "currency" : String(path[0]);
      // As their fields are labelled.
      const label = field === "id" ? "ID" : kind === "fee" && field === "name" ? "Description" : undefined;
      refuse(field, `${label ? `${label} ${faultRest(message)}` : faultWords(message)}.`);
    }
  });
}
