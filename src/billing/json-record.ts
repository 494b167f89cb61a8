export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of a table for a name from outside: `constructor` is not in it. */
export function ownValue<Value>(
  table: Readonly<Partial<Record<string, Value>>>,
  name: string,
): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

export function membersOf(...records: readonly Readonly<Record<string, unknown>>[]): string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record)))];
}

/** The member name at the end of a path; empty for a row of a list. */
export function memberName(last: string | number | undefined): string {
  return typeof last === "string" ? last : "";
}

/** A member of any JSON, if it is a text. */
export function textIn(value: unknown, name: string): string | undefined {
  const member = isRecord(value) ? value[name] : undefined;
  return typeof member === "string" ? member : undefined;
}
