import { defineHandler } from "#room/server/define-handler.ts";
import { BackupFault } from "#room/server/backup/backup-fault.ts";
import { notAuthenticated, Refusal } from "#room/server/http/refusal.ts";
import { outsideYourPractices } from "./visit-answer.ts";

/** A backup of everything, for somebody who may see everything. */
export const makeBackup = defineHandler("makeBackup", {
  isCostly: true,
  perMinute: "importsPerMinute",
  audit: {
    when: "first",
    note: (_request, { bytes }) => ({ action: "backed up", subject: `${bytes} bytes, from the page` }),
  },
  handle: async (_request, { session, backups, now, log }) => {
    if (!session) throw notAuthenticated();
    if (session.practices.length > 0) throw outsideYourPractices();
    return backups.make(session.idHash, now()).catch((error: unknown) => {
      log.error({ err: error }, "a backup from the page failed");
      const reason = error instanceof BackupFault ? error.message : "The server’s log says why.";
      throw new Refusal(409, "NoBackup", `The backup was not made. ${reason}`);
    });
  },
});
