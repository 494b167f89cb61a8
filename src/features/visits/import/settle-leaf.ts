import { diagnosisShape, type Shape } from "#room/features/visits/editor/draft/draft.ts";
import type { MemberKind } from "#room/billing/member-kinds.ts";
import { isRecord } from "#room/billing/json-record.ts";
import { type JsonObject, withMembers } from "#room/features/visits/editor/draft/json-object.ts";
import { numberOfText, textOfLeaf } from "#room/billing/leaf-text.ts";

/** Something a draft cannot contain, and where. */
export class Unreadable extends Error {
  readonly path: string;
  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

export type Settle = (value: unknown, path: string) => unknown;

const flags: Readonly<Record<string, boolean>> = { true: true, false: false };

export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** Converts only what means the same in another type; what is wrong stays as it was, to be shown at its cell. */
export function settleLeaf(kind: MemberKind, value: unknown): unknown {
  switch (kind) {
    case "text":
    case "guid":
      return typeof value === "string" ? value : textOfLeaf(value);
    case "number":
      if (typeof value === "number") return value;
      return typeof value === "string" ? (numberOfText(value) ?? value) : textOfLeaf(value);
    case "flag":
      return typeof value === "string" ? (flags[value.trim().toLowerCase()] ?? value) : value;
    case "words":
      if (Array.isArray(value))
        return value.every((word) => typeof word === "string") ? value : value.map(textOfLeaf);
      return textOfLeaf(value)
        .split(/[\s,;]+/)
        .filter((word) => word !== "");
    case "money": {
      if (!isRecord(value)) return { amount: settleLeaf("number", value) };
      const { currency, amount } = value;
      return withMembers(value, {
        ...(isAbsent(currency) ? {} : { currency: settleLeaf("text", currency) }),
        ...(isAbsent(amount) ? {} : { amount: settleLeaf("number", amount) }),
      });
    }
    case "links":
      return listOf(value, "indicatedBy", (row) =>
        isRecord(row) ? settleMembers(diagnosisShape, row) : { icd10DiagCode: textOfLeaf(row) },
      );
  }
}

export function settleMembers(shape: Shape, object: JsonObject): JsonObject {
  const members: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(shape)) {
    const value = object[name];
    if (!isAbsent(value)) members[name] = settleLeaf(kind, value);
  }
  return withMembers(object, members);
}

/** A single row where a list is expected becomes a list of one; null stays. */
export function listOf(value: unknown, path: string, settle: Settle): unknown {
  if (isAbsent(value)) return value;
  if (!Array.isArray(value) && !isRecord(value))
    throw new Unreadable(path, `This must be a list, but it is ${JSON.stringify(value)}.`);
  const rows: readonly unknown[] = Array.isArray(value) ? value : [value];
  return rows.map((row, index) => settle(row, `${path}[${index}]`));
}
