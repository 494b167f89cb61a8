import { defineHandler } from "#room/server/define-handler.ts";
import { refuseLink } from "#room/server/sessions/one-time-link.ts";
import { watchedSecret } from "#room/server/sessions/watched-secret.ts";
import { Refusal } from "#room/server/http/refusal.ts";

/**
 * Shows this browser a demo while the store is empty, given the secret that the server printed. It does not use up the
 * secret.
 */
export const beginLookAround = defineHandler("beginLookAround", {
  perMinute: "signInsPerMinute",
  audit: "none",
  handle: async ({ secret }, context) => {
    context.transport.checkOwnOrigin();
    return watchedSecret(context, async () => {
      const { firstRun, lookAround, now } = context;
      const mayLook = async () => (await firstRun?.isOpenedBy(secret, now())) === true;
      if (!lookAround || !(await mayLook())) return refuseLink(secret, context);
      const { mark, ...shown } = await lookAround.begin();
      if (await mayLook()) {
        context.transport.setLookMark(mark);
        return shown;
      }
      // The clinic was set up while the demo was loading: the demo would hide the real one.
      await lookAround.end();
      return refuseLink(secret, context);
    });
  },
});

export const endLookAround = defineHandler("endLookAround", {
  audit: "none",
  handle: async (_request, { lookAround, log }) => {
    if (lookAround?.isShown() !== true)
      throw new Refusal(409, "NoLookAround", "This isn’t a demo that can be ended here.");
    // The demo itself sends the answer, and waits for it before it ends.
    lookAround.end().catch((error: unknown) => log.error({ err: error }, "the demo could not be closed"));
    return {};
  },
});
