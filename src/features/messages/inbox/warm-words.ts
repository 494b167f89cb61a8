import { shortDate } from "./received-words.ts";

const dayMs = 86_400_000;

/** A formatter's first words take it milliseconds: said while the answer is waited for, they do not hold its rows up. */
export function warmWords(): void {
  const now = new Date();
  for (const days of [0, 7, 400]) shortDate(new Date(now.getTime() - days * dayMs), now);
  now.getTime().toLocaleString();
}
