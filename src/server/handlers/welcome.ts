import { defineHandler } from "#room/server/define-handler.ts";
import { minPassword } from "#room/contract/password-rule.ts";
import { ownerOfLink, refuseLink } from "#room/server/sessions/one-time-link.ts";
import { leastPasswordOf, newPasswordFault } from "#room/server/sessions/password-rule.ts";
import { watchedSecret } from "#room/server/sessions/watched-secret.ts";
import { wireInstant } from "./visit-answer.ts";
import { invalidMember } from "#room/server/http/refusal.ts";
import { queued } from "#room/server/sessions/credentials.ts";
import { digestRecordOf, enableDigest } from "#room/server/sessions/digest-store.ts";
import { hashOfSecret } from "#room/server/sessions/link-secret.ts";
import { passwordRecord } from "#room/server/sessions/passwords.ts";
import { watchSignIn } from "#room/server/sessions/throttle.ts";

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

/** Sets the password through a one-time link. It does not start a session: the user then signs in as usual. */
export const acceptWelcome = defineHandler("acceptWelcome", {
  perMinute: "signInsPerMinute",
  audit: "by-handler",
  handle: async ({ secret, password }, context) => {
    context.transport.checkOwnOrigin();
    return watchedSecret(context, async () => {
      const { store, sessions, audit, now, remoteAddress } = context;
      const { user } = await ownerOfLink(secret, context);
      const fault = await newPasswordFault(password, user, context);
      if (fault !== undefined) throw invalidMember("WeakPassword", "password", fault);
      const record = await queued(context, () => passwordRecord(password));
      const linkHash = hashOfSecret(secret);
      const at = now().getTime();
      // A concurrent request used the link first: throws the refusal that says so.
      if (!(await store.userLinks.use(linkHash, { now: at, passwordRecord: record })))
        await refuseLink(secret, context);
      if (await digestRecordOf(store, user.userId)) await enableDigest(store, user, password);
      await sessions.endAllOf(user.userId, "password changed");
      // A user who forgot their password may have been throttled for trying too often.
      await watchSignIn(context, user.name).succeeded();
      const subject = `${user.name}: password, by link`;
      await audit.noteNow({ actor: user.name, action: "changed user", subject, remoteAddress });
      return { userName: user.name };
    });
  },
});
