import * as z from "zod/mini";
import { optional, text } from "#room/contract/primitives/rule.ts";
import { eventMember, visitNaming } from "./visit-naming.ts";

/** What the clinic says of itself at the head of its papers, and how it names its visits. */
export const clinicMembers = {
  name: optional(text(200)),
  /** Lines as on an envelope, without the name. */
  address: optional(text(500)),
  phone: optional(text(50)),
  /** Federal tax ID (EIN, TIN). */
  taxId: optional(text(50)),
  /** Absent: the short id. */
  visitNaming: optional(visitNaming),
  /** For `member`: which. */
  visitMember: optional(eventMember),
};

export const clinic = z.looseObject(clinicMembers);
export type Clinic = z.output<typeof clinic>;
