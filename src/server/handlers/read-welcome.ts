import { defineHandler } from "#room/server/define-handler.ts";
import { minPassword } from "#room/contract/password-rule.ts";
import { ownerOfLink } from "#room/server/sessions/one-time-link.ts";
import { leastPasswordOf } from "#room/server/sessions/password-rule.ts";
import { watchedSecret } from "#room/server/sessions/watched-secret.ts";
import { wireInstant } from "./visit-answer.ts";

/** Whose link it is. Wrong guesses count together with password guesses. */
export const readWelcome = defineHandler("readWelcome", {
  perMinute: "signInsPerMinute",
  audit: "none",
  handle: async ({ secret }, context) => {
    context.transport.checkOwnOrigin();
    return watchedSecret(context, async () => {
      if ((await context.firstRun?.isOpenedBy(secret, context.now())) === true)
        return { kind: "first-run", minPassword: minPassword.alone };
      const { user, expiresAt } = await ownerOfLink(secret, context);
      return {
        kind: "person",
        userName: user.name,
        displayName: user.displayName,
        hasPassword: user.passwordRecord !== undefined,
        until: wireInstant(expiresAt),
        minPassword: await leastPasswordOf(user, context),
      };
    });
  },
});
