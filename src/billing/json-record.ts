/** A plain object, whose members are compared one by one. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** All member names of some records, in the order in which they are met. */
export function membersOf(...records: readonly Readonly<Record<string, unknown>>[]): string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record)))];
}

/** The name that the value at the end of a path stands under; "" for a row of a list. */
export function memberName(last: string | number | undefined): string {
  return typeof last === "string" ? last : "";
}
