import { defineHandler } from "#room/server/define-handler.ts";
import { Refusal } from "#room/server/http/refusal.ts";
import { addKey, masterKeys } from "#room/server/vault/open-vault.ts";

/** What is written from now on is encrypted under a new data key. */
export const beginDataKey = defineHandler("beginDataKey", {
  perMinute: "importsPerMinute",
  audit: {
    when: "first",
    note: (_request, { keyId }) => ({ action: "changed data key", subject: `key ${keyId} begun` }),
  },
  handle: async (_request, { store, settings, now }) => {
    const [master] = masterKeys(settings);
    if (master === undefined)
      throw new Refusal(
        409,
        "NoDataKey",
        "Nothing is encrypted here: give the server DATA_KEY or DATA_KEY_FILE first.",
      );
    const keyId = await store.db.transaction().execute(async (db) => addKey(db, master, now().getTime()));
    await store.vault.refresh();
    return { keyId };
  },
});
