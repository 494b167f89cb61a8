import type { Handler } from "#room/server/handler.ts";
import { linkUnknown } from "#room/server/sessions/one-time-link.ts";
import { watchedSecret } from "#room/server/sessions/watched-secret.ts";

/** Shows a demo while the store is empty, given the secret that the server printed. It does not use up the secret. */
export const beginLookAround: Handler<"beginLookAround"> = async ({ secret }, context) => {
  context.transport.checkOwnOrigin();
  return watchedSecret(context, async () => {
    const { firstRun, lookAround, store } = context;
    const mayLook = async () => (await store.users.count()) === 0 && firstRun?.isOpenedBy(secret) === true;
    if (!lookAround || !(await mayLook())) throw linkUnknown;
    const shown = await lookAround.begin();
    if (await mayLook()) return shown;
    // The clinic was set up while the demo was loading: the demo would hide the real one.
    await lookAround.end();
    throw linkUnknown;
  });
};
