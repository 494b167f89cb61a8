import { isRecord } from "#room/billing/json-record.ts";

/** A JSON object with unknown members. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The value if it is an object, else an empty object. */
export function asObject(value: unknown): JsonObject {
  return isRecord(value) ? value : {};
}

/** The value if it is a list, else an empty list. */
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
