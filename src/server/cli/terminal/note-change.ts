import { userInfo } from "node:os";
import type { AuditAction } from "#room/contract/schemas/audit-filter.ts";
import { openAuditTrail } from "#room/server/audit/audit-trail.ts";
import type { Store } from "#room/server/store/store.ts";

/** Records a change made at the command line, with the machine's account if known. */
export async function noteChange(store: Store, action: AuditAction, subject: string): Promise<void> {
  const audit = openAuditTrail({ store, now: () => new Date(), onFailure: () => undefined });
  await audit.noteNow({ actor: `shell:${userInfo().username}`, action, subject });
}
