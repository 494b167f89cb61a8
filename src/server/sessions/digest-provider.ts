import type { RequestOf } from "#room/contract/registry.ts";
import type { HandlerContext, Provider } from "#room/server/handler.ts";
import { invalidRequest, Refusal } from "#room/server/http/refusal.ts";
import { checkedContinue } from "./continue-path.ts";
import {
  type DigestAlgorithm,
  digestHash,
  digestRealm,
  digestResponse,
  isSameResponse,
  judgeNonce,
  newNonce,
  digestRecordOf,
  nonceKey,
  takeNonceCount,
} from "./digest.ts";
import { endSignIn, hasFactor } from "./second-factor/end-sign-in.ts";
import { badSignIn } from "./provider.ts";
import { watchSignIn } from "./throttle.ts";

/**
 * The 401 with a digest challenge. Not shown by the interface: SHA-256 comes first, MD5 only by a setting; scripts of a
 * page get it under another header name, since browsers answer the usual header with a password prompt of their own.
 */
function challenge(
  { settings, now, transport }: HandlerContext,
  key: string,
  { message, isStale }: { message: string; isStale: boolean },
): Refusal {
  const nonce = newNonce(key, now().getTime());
  const algorithms: DigestAlgorithm[] = settings.digestMd5 ? ["SHA-256", "MD5"] : ["SHA-256"];
  const stale = isStale ? ", stale=true" : "";
  const challenges = algorithms.map(
    (algorithm) =>
      `Digest realm="${digestRealm}", nonce="${nonce}", qop="auth", algorithm=${algorithm}${stale}`,
  );
  return new Refusal(401, "Unauthorized", message, {
    headers: { [transport.isFromPage() ? "x-www-authenticate" : "www-authenticate"]: challenges.join(", ") },
  });
}

const needed = ["userName", "nonce", "uri", "qop", "nc", "cnonce"] as const;

/** The members of a digest response. Throws the 400 that names what is missing or malformed. */
function membersOf(request: RequestOf<"authenticate">) {
  const value = (name: (typeof needed)[number]) => request[name] ?? "";
  const issues = needed
    .filter((name) => value(name) === "")
    .map((name) => ({ path: [name], code: "NotEmpty", message: `'${name}' must be given.` }));
  if (value("nc") !== "" && !/^[\da-f]{8}$/i.test(value("nc")))
    issues.push({ path: ["nc"], code: "RegularExpression", message: "'nc' must be 8 hexadecimal digits." });
  if (value("qop") !== "" && value("qop").toLowerCase() !== "auth")
    issues.push({ path: ["qop"], code: "Equal", message: "'qop' must be auth." });
  if (issues.length > 0) throw invalidRequest({ issues, total: issues.length });
  return {
    userName: value("userName"),
    nonce: value("nonce"),
    uri: value("uri"),
    nc: value("nc"),
    cnonce: value("cnonce"),
    response: request.response ?? "",
  };
}

/** The digest covers one of our URLs: one for another URL was meant for another place. */
function isOurAddress(uri: string, basePath: string): boolean {
  const [path = ""] = uri.toLowerCase().split("?");
  const base = basePath.toLowerCase();
  const ours = ["/json/reply/auth", "/json/syncreply/auth", "/api/auth", "/auth", "/auth/digest"];
  return ours.some((address) => path === base + address);
}

/**
 * Provider `digest` (RFC 7616 over the members of Auth, method POST). Without `response` it answers with a challenge. A
 * user without digest is refused like an unknown one, after the same work.
 */
export const digest: Provider = async (request, context) => {
  const { store, settings, now } = context;
  const key = await nonceKey(store);
  if ((request.response ?? "") === "")
    throw challenge(context, key, { message: "Not Authenticated", isStale: false });
  const { userName, nonce, uri, nc, cnonce, response } = membersOf(request);
  const referrerUrl = checkedContinue(request.continue);
  const watched = watchSignIn(context, userName);
  // No key is derived here that would slow guesses down.
  await watched.take();
  const judged = judgeNonce(key, nonce, now().getTime());
  const algorithm: DigestAlgorithm = response.length === 32 && settings.digestMd5 ? "MD5" : "SHA-256";
  const user = await store.users.find(userName);
  const record = await digestRecordOf(store, user?.userId ?? -1);
  const secret = (algorithm === "MD5" ? record?.md5 : record?.sha256) ?? digestHash(algorithm, key);
  const expected = digestResponse({ algorithm, secret, nonce, nc, cnonce, uri });
  const isRight = isSameResponse(expected, response) && record !== undefined;
  const isOurs = judged.state !== "foreign" && isOurAddress(uri, settings.basePath);
  if (!isRight || !isOurs || !user || user.disabled) {
    await watched.failed();
    throw challenge(context, key, { message: badSignIn, isStale: false });
  }
  // Correct but late, or used before: the caller may try again with a new nonce.
  const { expiresAt } = judged;
  const isFresh =
    judged.state === "good" &&
    (await takeNonceCount(store, { nonce, count: Number.parseInt(nc, 16), expiresAt }));
  if (!isFresh)
    throw challenge(context, key, { message: "The nonce is stale. Sign in again.", isStale: true });
  if (!(await hasFactor(context, user.userId))) await watched.succeeded();
  return endSignIn(user, { by: "digest", remember: request.rememberMe === true, referrerUrl }, context);
};
