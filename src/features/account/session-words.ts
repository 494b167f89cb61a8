import { counted } from "#room/contract/primitives/counted.ts";
export function endedWords(ended: number): string {
  if (ended === 0) return "You weren’t signed in anywhere else.";
  return counted(ended, "other session was ended.", "other sessions were ended.");
}
