/**
 * Text that both engines keep as it is: PostgreSQL refuses U+0000, and half a surrogate pair has no UTF-8 form; they
 * become U+FFFD. JSON columns need none of this, since JSON escapes both.
 */
export function storableText(text: string): string {
  return text.replaceAll(/[\0\p{Surrogate}]/gu, "\u{FFFD}");
}
