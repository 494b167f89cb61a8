/**
 * Text that both engines can store: U+0000, which PostgreSQL rejects, and lone surrogates, which have no UTF-8 form,
 * become U+FFFD. Not needed for JSON columns, since JSON escapes both.
 */
export function storableText(text: string): string {
  return text.replaceAll(/[\0\p{Surrogate}]/gu, "\u{FFFD}");
}
