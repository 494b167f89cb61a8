/** True when two JSON values are equal; the order of members does not matter, a member that is undefined is absent. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isSameValue(item, b[index]));
  for (const member of Object.keys(a))
    if (!isSameValue(Reflect.get(a, member), Reflect.get(b, member))) return false;
  for (const member of Object.keys(b))
    if (Reflect.get(b, member) !== undefined && !(member in a)) return false;
  return true;
}

/** A plain object, whose members are compared one by one. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** All member names of some records, in the order in which they are met. */
export function membersOf(...records: readonly Readonly<Record<string, unknown>>[]): string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record)))];
}
