import { defineHandler } from "#room/server/define-handler.ts";
import type { RequestOf } from "#room/contract/registry.ts";
import { looseEntry, sessionMark } from "#room/server/audit/audit-entry.ts";
import type { HandlerContext, Provider } from "#room/server/handler.ts";
import { notAuthenticated, Refusal } from "#room/server/http/refusal.ts";
import { checkedContinue } from "#room/server/sessions/continue-path.ts";
import { credentials } from "#room/server/sessions/credentials.ts";
import { appendAudit } from "#room/server/store/append-audit.ts";
import { StoreUnavailable } from "#room/server/store/store-unavailable.ts";
import { takeProviderSession } from "#room/server/sessions/provider-sessions.ts";
import { digest } from "#room/server/sessions/digest-provider.ts";

/** After the session has ended, what the store cannot do anymore must not deny that. */
function unlessUnavailable(error: unknown): undefined {
  if (!(error instanceof StoreUnavailable)) throw error;
}

/**
 * Provider `logout`: ends the session, if there is one. Not shown by the interface: with `state` "everywhere" it ends
 * all of the user's sessions.
 */
const logout: Provider = async (request, context) => {
  const { state } = request;
  const { sessions, transport, remoteAddress, store, openId, now } = context;
  const presented = transport.everyPresented();
  for (const id of presented) {
    const found = await sessions.lookUp(id);
    if (found.state !== "live") continue;
    const { userName: actor, userId, idHash } = found.user;
    const isEverywhere = state === "everywhere";
    const note = {
      actor,
      action: "signed out",
      subject: isEverywhere ? "everywhere" : undefined,
      remoteAddress,
      session: sessionMark(idHash),
    } as const;
    await store.inOne(async (within) => {
      const at = now().getTime();
      const hasEnded = isEverywhere
        ? await within.sessions.endAllOf(userId, at, { reason: "signed out everywhere" })
        : await within.sessions.end(idHash, at, "signed out");
      if (hasEnded) await appendAudit(store, within.db, [looseEntry(note, at)]);
    });
  }
  transport.clearCookie();
  // A session that began at a provider is redirected there to end that one too.
  let endAddress: string | undefined;
  for (const id of presented) {
    const there = await takeProviderSession(store, id).catch(unlessUnavailable);
    endAddress ??= there && (await openId.get(there.provider)?.endAddress(there.idToken, context));
  }
  return { referrerUrl: endAddress ?? checkedContinue(request.continue), responseStatus: {} };
};

/**
 * Auth without a provider or user name: returns who is signed in. A dead session’s cookie stays: a late answer that
 * clears it would end the session begun meanwhile in another tab.
 */
const sessionInfo: Provider = async (request, { sessions, transport }) => {
  const presented = transport.presented();
  const found = await sessions.lookUp(presented?.id);
  if (!presented || found.state !== "live")
    throw notAuthenticated(found.state === "expired" ? "The session has ended. Sign in again." : undefined);
  const referrerUrl = checkedContinue(request.continue);
  return { sessionId: presented.id, userName: found.user.userName, referrerUrl, responseStatus: {} };
};

function providerOf(request: RequestOf<"authenticate">, { settings, openId }: HandlerContext): Provider {
  const given = (request.provider ?? "").trim();
  const name = given.toLowerCase();
  if (name === "") return (request.userName ?? "") === "" ? sessionInfo : credentials;
  if (name === "credentials") return credentials;
  if (name === "logout") return logout;
  if (name === "digest" && settings.digest) return digest;
  const provider = openId.get(name);
  if (provider) return provider.authenticate;
  throw new Refusal(
    404,
    "NotFound",
    `No configuration was added for OAuth provider '${given.slice(0, 100)}'`,
  );
}

/** Auth (interface 2.15, 2.16). Not shown by the interface: the providers, see `src/server/README.md`. */
export const authenticate = defineHandler("authenticate", {
  perMinute: "signInsPerMinute",
  // Its failures matter most.
  audit: "by-handler",
  handle: async (request, context) => {
    context.transport.checkOwnOrigin();
    checkedContinue(request.continue);
    return providerOf(request, context)(request, context);
  },
});
