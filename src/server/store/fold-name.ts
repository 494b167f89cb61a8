/** The form in which names and addresses are compared: without regard to case and to the spelling of letters. */
export function foldName(text: string): string {
  return text.trim().normalize("NFKC").toLowerCase();
}
