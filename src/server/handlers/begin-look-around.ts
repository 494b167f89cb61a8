import type { Handler } from "#room/server/handler.ts";
import { linkUnknown } from "#room/server/sessions/one-time-link.ts";
import { watchedSecret } from "#room/server/sessions/watched-secret.ts";

/** Shows a demo while the store is empty, by the secret that the server printed. It does not use the secret up. */
export const beginLookAround: Handler<"beginLookAround"> = async ({ secret }, context) => {
  context.transport.checkOwnOrigin();
  return watchedSecret(context, async () => {
    const { firstRun, lookAround, store } = context;
    const mayLook = firstRun?.isOpenedBy(secret) === true && (await store.users.count()) === 0;
    if (!mayLook || !lookAround) throw linkUnknown;
    return lookAround.begin();
  });
};
