import { isRecord } from "#room/billing/json-record.ts";

/** A JSON object of unknown members. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The object, or an empty one where something else stands. */
export function asObject(value: unknown): JsonObject {
  return isRecord(value) ? value : {};
}

/** The list, or an empty one where something else stands. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * The object with these members set, in its own order, new ones at the end; undefined takes a member away.
 * The object itself when nothing differs.
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
