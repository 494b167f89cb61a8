/** How many other sessions ended. */
export function endedWords(ended: number): string {
  if (ended === 0) return "You weren’t signed in anywhere else.";
  return ended === 1 ? "1 other session was ended." : `${ended.toLocaleString()} other sessions were ended.`;
}
