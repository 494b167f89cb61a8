/** Normalizes names and addresses for comparison: case-insensitive and Unicode-normalized. */
export function foldName(text: string): string {
  return text.trim().normalize("NFKC").toLowerCase();
}
