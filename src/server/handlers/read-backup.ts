import { defineHandler } from "#room/server/define-handler.ts";
import { notAuthenticated, Refusal } from "#room/server/http/refusal.ts";

/** The next part of the backup that this session made. */
export const readBackup = defineHandler("readBackup", {
  isCostly: true,
  audit: { when: "counted", note: () => ({ action: "backed up", subject: "downloaded" }) },
  handle: async ({ backupId, from }, { session, backups }) => {
    if (!session) throw notAuthenticated();
    const part = await backups.read(backupId, session.idHash, from);
    if (part) return part;
    throw new Refusal(404, "BackupGone", "This backup is no longer here. Make another one.");
  },
});
