import { minorText, minorUnits } from "#room/contract/primitives/money.ts";
import { textOfLeaf, valueOfLeaf } from "#room/billing/leaf-text.ts";
import type { MoneyDraft, RecordDraft, Shape } from "./draft.ts";
import type { MemberKind } from "#room/billing/member-kinds.ts";
import { asObject, withMembers, type JsonObject } from "./json-object.ts";

/** An amount with all digits of its currency, as people write it; as it came where it is no exact amount. */
export function amountText(amount: unknown, currency: string): string {
  const minor = typeof amount === "number" ? minorUnits(amount, currency) : undefined;
  return minor === undefined ? textOfLeaf(amount) : minorText(minor, currency);
}

function moneyDraftOf(value: unknown): MoneyDraft {
  const money = asObject(value);
  const currency = textOfLeaf(money["currency"]);
  return { currency, amount: amountText(money["amount"], currency) };
}

/** The texts of a wire object's members. Links are made by their own function. */
export function draftOfRecord<S extends Shape>(shape: S, source: unknown): RecordDraft<S> {
  const object = asObject(source);
  const draft: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(shape)) {
    if (kind === "money") draft[name] = moneyDraftOf(object[name]);
    else if (kind !== "links") draft[name] = textOfLeaf(object[name]);
  }
  // Each member is held as its kind says.
  return draft as RecordDraft<S>;
}

function moneyValue(draft: MoneyDraft, original: unknown, currency: string): unknown {
  const before = moneyDraftOf(original);
  if (draft.amount === before.amount && (draft.currency === before.currency || draft.amount.trim() === "")) {
    return original;
  }
  // An emptied amount takes the whole sum away: a currency alone says nothing.
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
  // What a shape says of a member is what draftOfRecord put there.
  if (kind === "money") return moneyValue(held as MoneyDraft, original, currency);
  return typeof held === "string" ? valueOfLeaf(kind, held, original) : original;
}

/** The wire object with the draft laid over it; the source itself when nothing was changed. */
export function recordOfDraft(shape: Shape, draft: object, source: unknown, currency: string): unknown {
  const object = asObject(source);
  const members: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(shape)) {
    members[name] = memberValue(kind, Reflect.get(draft, name), object[name], currency);
  }
  const result = withMembers(object, members);
  return result === object && source !== undefined ? source : result;
}

/** A copy of a diagnosis as a charge carries it, with only those members changed that its row changed. */
export function followRecord(shape: Shape, before: unknown, after: JsonObject, copy: unknown): unknown {
  const old = asObject(before);
  const changed: Record<string, unknown> = {};
  for (const name of Object.keys(shape)) if (old[name] !== after[name]) changed[name] = after[name];
  return Object.keys(changed).length === 0 ? copy : withMembers(asObject(copy), changed);
}
