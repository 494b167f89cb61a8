import { inWrittenOrder } from "#room/contract/primitives/written-order.ts";

export function shownSubject(subject: string | null | undefined): string {
  return inWrittenOrder(subject ?? "").trim() || "No subject";
}
