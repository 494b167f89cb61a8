const written = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** A UTC instant from the wire, in this computer's time zone. */
export function showInstant(at: string): string {
  return written.format(new Date(`${at.slice(0, 19)}Z`));
}
