import type { SharedVisit } from "./shared-visit.ts";

/** The visit's place in the queue, for printing: only what stays true for a while. */
export function queueWords({ claim, answer }: Pick<SharedVisit, "claim" | "answer">): string {
  const { invoiceNumber, reason, takenBy } = answer.visit;
  if (claim.kind === "charged" && claim.isVoided)
    return `Invoice ${invoiceNumber ?? ""}, void: ${reason ?? ""}`;
  if (invoiceNumber) return `Invoice ${invoiceNumber}`;
  if (claim.kind === "closed") return `Closed without billing${reason ? `: ${reason}` : ""}`;
  return claim.kind === "theirs" || claim.kind === "mine" ? `With ${takenBy ?? ""}` : "Nobody has it";
}
