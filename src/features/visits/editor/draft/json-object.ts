import { isRecord } from "#room/billing/json-record.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

export function asObject(value: unknown): JsonObject {
  return isRecord(value) ? value : {};
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * The object with these members set, in its existing order with new ones at the end; undefined removes a member.
 * Returns the same object if nothing differs.
 */
export function withMembers(object: JsonObject, members: JsonObject): JsonObject {
  const changed = Object.entries(members).filter(([name, value]) => object[name] !== value);
  if (changed.length === 0) return object;
  const result: Record<string, unknown> = { ...object };
  for (const [name, value] of changed) {
    if (value === undefined) delete result[name];
    else result[name] = value;
  }
  return result;
}
