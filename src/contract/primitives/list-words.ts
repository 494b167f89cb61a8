const format = new Intl.ListFormat("en-US", { type: "conjunction" });

/** "2", "2 and 3", "2, 3, and 4". */
export function listWords(parts: Iterable<string | number>): string {
  return format.format(Array.from(parts, String));
}
