import { minorText, minorUnits } from "#room/contract/primitives/money.ts";
import { textOfLeaf, valueOfLeaf } from "#room/billing/leaf-text.ts";
import type { MoneyDraft, RecordDraft, Shape } from "./draft.ts";
import type { MemberKind } from "#room/billing/member-kinds.ts";
import { asObject, withMembers, type JsonObject } from "./json-object.ts";

/** An amount formatted with all decimals of its currency; unchanged if it is not an exact amount. */
export function amountText(amount: unknown, currency: string): string {
  const minor = typeof amount === "number" ? minorUnits(amount, currency) : undefined;
  return minor === undefined ? textOfLeaf(amount) : minorText(minor, currency);
}

function moneyDraftOf(value: unknown): MoneyDraft {
  const money = asObject(value);
  const currency = textOfLeaf(money["currency"]);
  return { currency, amount: amountText(money["amount"], currency) };
}

export function draftOfRecord<S extends Shape>(shape: S, source: unknown): RecordDraft<S> {
  const object = asObject(source);
  const draft: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(shape)) {
    if (kind === "money") draft[name] = moneyDraftOf(object[name]);
    else if (kind !== "links") draft[name] = textOfLeaf(object[name]);
  }
  // Each member has the type given by its kind.
  return draft as RecordDraft<S>;
}

function moneyValue(draft: MoneyDraft, original: unknown, currency: string): unknown {
  const before = moneyDraftOf(original);
  if (draft.amount === before.amount && (draft.currency === before.currency || draft.amount.trim() === "")) {
    return original;
  }
  // Clearing an amount removes the whole money object: a currency alone means nothing.
  if (draft.amount.trim() === "") return undefined;
  const source = asObject(original);
  return withMembers(source, {
    currency:
      draft.currency.trim() === ""
        ? (source["currency"] ?? currency)
        : valueOfLeaf("text", draft.currency, source["currency"]),
    amount:
      draft.amount === before.amount ? source["amount"] : valueOfLeaf("number", draft.amount, undefined),
  });
}

function memberValue(kind: MemberKind, held: unknown, original: unknown, currency: string): unknown {
  if (kind === "links") return original;
  // draftOfRecord stores each member as the shape says.
  if (kind === "money") return moneyValue(held as MoneyDraft, original, currency);
  return typeof held === "string" ? valueOfLeaf(kind, held, original) : original;
}

/** The wire object with the draft's changes applied; the source itself if nothing changed. */
export function recordOfDraft(shape: Shape, draft: object, source: unknown, currency: string): unknown {
  const object = asObject(source);
  const members: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(shape)) {
    members[name] = memberValue(kind, Reflect.get(draft, name), object[name], currency);
  }
  const result = withMembers(object, members);
  return result === object && source !== undefined ? source : result;
}

/** A charge's copy of a diagnosis, with only the members changed that changed in the diagnosis row. */
export function followRecord(shape: Shape, before: unknown, after: JsonObject, copy: unknown): unknown {
  const old = asObject(before);
  const changed: Record<string, unknown> = {};
  for (const name of Object.keys(shape)) if (old[name] !== after[name]) changed[name] = after[name];
  return Object.keys(changed).length === 0 ? copy : withMembers(asObject(copy), changed);
}
