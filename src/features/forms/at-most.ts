import * as z from "zod/mini";

export function atMostFault(most: number): string {
  return `Use at most ${most.toLocaleString("en-US")} characters.`;
}

/** The most characters a text may have. Longer text stays as typed or pasted and is reported, never cut. */
export function atMost(most: number) {
  return z.maxLength(most, atMostFault(most));
}
