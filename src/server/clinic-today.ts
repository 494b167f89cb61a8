import type { ServerParts } from "./handler.ts";

/** Today as `yyyy-MM-dd`, by the clinic's clock. */
export function clinicToday({ store, now }: Pick<ServerParts, "store" | "now">): string {
  return store.days.dateOf(now().getTime());
}
