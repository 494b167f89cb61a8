import type { AuditNote } from "#room/server/audit/audit-entry.ts";
import type { Tables } from "#room/server/store/tables.ts";
import type { VisitAction } from "./visit-types.ts";

type Deed = Exclude<Tables["visit_deed"]["deed"], "ran out">;
export type Recorded = readonly [deed: Deed, detail?: string];

const actions: Readonly<Record<Deed, AuditNote["action"]>> = {
  taken: "took visit",
  "taken over": "took over visit",
  assigned: "assigned visit",
  released: "released visit",
  "put off": "snoozed visit",
  woken: "ended snooze",
  closed: "closed visit",
  reopened: "reopened visit",
};

/** What the audit log says of it. A visit that one has and takes again is no act. */
export function actOf(
  visitId: string,
  action: VisitAction,
  recorded: Recorded | undefined,
): Pick<AuditNote, "action" | "subject"> | undefined {
  const subject = `visit:${visitId}`;
  if (action.kind === "void")
    return {
      action: "voided invoice",
      subject: `event:${action.eventId}/${subject}/invoice:${action.invoiceNumber}`,
    };
  if (action.kind === "note") return { action: "added note", subject };
  if (!recorded) return undefined;
  const [deed, who] = recorded;
  const isOfTwo = deed === "assigned" || deed === "taken over";
  return { action: actions[deed], subject: isOfTwo ? `${subject}, ${who}` : subject };
}
