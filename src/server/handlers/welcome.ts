import { defineHandler } from "#room/server/define-handler.ts";
import { minPassword } from "#room/contract/password-rule.ts";
import { linkUnknown, ownerOfLink, refuseLink, watchedSecret } from "#room/server/sessions/one-time-link.ts";
import { leastPasswordOf, newPasswordFault } from "#room/server/sessions/password-rule.ts";
import { wireInstant } from "./visit-answer.ts";
import { invalidMember } from "#room/server/http/refusal.ts";
import { appendAudit } from "#room/server/store/append-audit.ts";
import { looseEntry } from "#room/server/audit/audit-entry.ts";
import { hashedPassword } from "#room/server/sessions/credentials.ts";
import { digestRecordOf, enableDigest } from "#room/server/sessions/digest.ts";
import { hashOfSecret } from "#room/server/sessions/link-secret.ts";
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
      const { store, now, remoteAddress } = context;
      const { user } = await ownerOfLink(secret, context);
      const fault = await newPasswordFault(password, user, context);
      if (fault !== undefined) throw invalidMember("WeakPassword", "password", fault);
      const { record } = await hashedPassword(password, context);
      const linkHash = hashOfSecret(secret);
      const at = now().getTime();
      const subject = `${user.name}: password, by link`;
      const note = { actor: user.name, action: "changed user", subject, remoteAddress } as const;
      await store
        .inOne(async (within) => {
          if (!(await within.userLinks.use(linkHash, { now: at, passwordRecord: record }))) throw linkUnknown;
          if (await digestRecordOf(within, user.userId)) await enableDigest(within, user, password);
          await within.sessions.endAllOf(user.userId, at, { reason: "password changed" });
          await appendAudit(store, within.db, [looseEntry(note, at)]);
        })
        // A concurrent request used the link first: throws the refusal that says so.
        .catch((error: unknown) => {
          if (error !== linkUnknown) throw error;
          return refuseLink(secret, context);
        });
      // A user who forgot their password may have been throttled for trying too often.
      await watchSignIn(context, user.name).succeeded();
      return { userName: user.name };
    });
  },
});
