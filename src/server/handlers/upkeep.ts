import { defineHandler } from "#room/server/define-handler.ts";
import { healthChecks } from "#room/server/health/health-checks.ts";
import { wireInstant } from "./visit-answer.ts";
import { BackupFault } from "#room/server/backup/backup-fault.ts";
import { Refusal } from "#room/server/http/refusal.ts";
import { addKey, masterKeys } from "#room/server/vault/open-vault.ts";
import { withEntry } from "#room/server/audit/with-entry.ts";
import { keyToChange } from "#room/server/keys/key-request.ts";
import type { Within } from "#room/server/store/store.ts";
import { confirmRestore } from "#room/server/store/settle-restore.ts";

export const getHealth = defineHandler("getHealth", {
  isCostly: true,
  audit: "none",
  handle: async (_request, context) => ({
    at: wireInstant(context.now().getTime()),
    checks: await healthChecks(context),
    hasDataKey: (context.settings.dataKey ?? context.settings.dataKeyFile) !== undefined,
  }),
});

export const makeBackup = defineHandler("makeBackup", {
  isCostly: true,
  perMinute: "importsPerMinute",
  audit: {
    when: "first",
    note: (_request, { bytes }) => ({ action: "backed up", subject: `${bytes} bytes, from the page` }),
  },
  handle: async (_request, { session, backups, now, log }) => {
    return backups.make(session.idHash, now()).catch((error: unknown) => {
      log.error({ err: error }, "a backup from the page failed");
      const reason = error instanceof BackupFault ? error.message : "The server’s log says why.";
      throw new Refusal(409, "NoBackup", `The backup was not made. ${reason}`);
    });
  },
});

export const readBackup = defineHandler("readBackup", {
  isCostly: true,
  audit: { when: "counted", note: () => ({ action: "backed up", subject: "downloaded" }) },
  handle: async ({ backupId, from }, { session, backups }) => {
    const part = await backups.read(backupId, session.idHash, from);
    if (part) return part;
    throw new Refusal(404, "BackupGone", "This backup is no longer here. Make another one.");
  },
});

export const beginDataKey = defineHandler("beginDataKey", {
  perMinute: "importsPerMinute",
  audit: "by-handler",
  handle: async (_request, context) => {
    const { store, settings, now } = context;
    const [master] = masterKeys(settings);
    if (master === undefined)
      throw new Refusal(
        409,
        "NoDataKey",
        "Nothing is encrypted here: give the server DATA_KEY or DATA_KEY_FILE first.",
      );
    const work = ({ db }: Within) => addKey(db, master, now().getTime());
    const keyId = await withEntry(context, "changed data key", work, (id) => `key ${id} begun`);
    await store.vault.refresh();
    return { keyId };
  },
});

/** After a restore: lets one key work again, or takes note that the people were looked through. */
export const confirmRestored = defineHandler("confirmRestored", {
  audit: "by-handler",
  handle: async ({ keyId }, context) => {
    if (!keyId) {
      const confirm = ({ db }: Within) => confirmRestore(db, context.now().getTime());
      const people = "looked through after the restore";
      await withEntry(context, "changed user", confirm, (isFirst) => (isFirst ? people : undefined));
      return {};
    }
    const { name } = await keyToChange(keyId, context);
    const confirm = ({ programKeys }: Within) => programKeys.confirm(keyId);
    const subject = `${name}: confirmed after the restore`;
    await withEntry(context, "changed key", confirm, (wasHeld) => (wasHeld ? subject : undefined));
    return {};
  },
});
