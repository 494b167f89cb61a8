/**
 * Text that both engines can store: U+0000, which PostgreSQL rejects, and lone surrogates, which have no UTF-8 form,
 * become U+FFFD. Not needed for JSON columns, since JSON escapes both.
 */
export function storableText(text: string): string {
  return text.replaceAll(/[\0\p{Surrogate}]/gu, "\u{FFFD}");
}

/**
 * A value for a statement, without U+0000: PostgreSQL rejects the statement, and SQLite compares only what is before it.
 * What was stored has U+FFFD there, so a search finds it.
 */
export function storableValue(value: unknown): unknown {
  return typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\u{FFFD}") : value;
}

/** Normalizes names and addresses for comparison: case-insensitive and Unicode-normalized. */
export function foldName(text: string): string {
  return text.trim().normalize("NFKC").toLowerCase();
}
