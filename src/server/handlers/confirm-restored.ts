import { defineHandler } from "#room/server/define-handler.ts";
import { noteAction } from "#room/server/audit/note-action.ts";
import { notAuthenticated } from "#room/server/http/refusal.ts";
import { checkMayRotate } from "#room/server/keys/key-request.ts";
import { confirmRestore } from "#room/server/store/settle-restore.ts";
import { keyNotFound } from "./rotate-key.ts";

/** After a restore: lets one key work again, or takes note that the people were looked through. */
export const confirmRestored = defineHandler("confirmRestored", {
  audit: "by-handler",
  handle: async ({ keyId }, context) => {
    const { session, store, now } = context;
    if (!session) throw notAuthenticated();
    if (!keyId) {
      if (await confirmRestore(store.db, now().getTime()))
        await noteAction(context, "changed user", "looked through after the restore");
      return {};
    }
    const key = await store.programKeys.byId(keyId);
    if (!key) throw keyNotFound();
    checkMayRotate(key, session);
    if (await store.programKeys.confirm(keyId))
      await noteAction(context, "changed key", `${key.name}: confirmed after the restore`);
    return {};
  },
});
