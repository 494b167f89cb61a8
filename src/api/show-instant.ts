const written = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** An instant of the wire, which is UTC, in this computer's time. */
export function showInstant(at: string): string {
  return written.format(new Date(`${at.slice(0, 19)}Z`));
}
