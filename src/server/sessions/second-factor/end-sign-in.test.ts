import { TOTP } from "otpauth";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  begin,
  errorCode,
  finish,
  link,
  server,
  signInThere,
  startBoth,
} from "#room/server/sessions/test-openid.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { passwordOfCasey } from "#room/server/test-server.ts";

const call = (name: string, body: object, headers: Record<string, string>) =>
  server.post(`/json/reply/${name}Request`, body, headers);
const byPassword = (userName: string) =>
  server.post("/auth", { provider: "credentials", userName, password: passwordOfCasey, rememberMe: true });
const by = (body: Record<string, unknown>) => ({ "x-ss-id": String(body["sessionId"]) });
const signOut = async (body: Record<string, unknown>) =>
  (await server.post("/auth", { provider: "logout" }, by(body))).body["referrerUrl"];

/** Sets up an app, and gives its code of now. */
async function withApp(): Promise<() => string> {
  const session = by((await byPassword("casey")).body);
  const secret = String((await call("AddFactor", { kind: "totp" }, session)).body["secret"]);
  const code = () => new TOTP({ secret }).generate({ timestamp: server.clock.now });
  expect((await call("ConfirmFactor", { code: code() }, session)).status).toBe(200);
  return () => {
    // A code is good once.
    server.clock.now += 30_000;
    return code();
  };
}

/** The first step is not enough: the cookie for the second. */
function askedAgain({ status, body, headers }: Awaited<ReturnType<typeof finish>>): { cookie: string } {
  expect([status, errorCode(body)]).toEqual([401, "SecondFactorNeeded"]);
  const cookies = String(headers["set-cookie"]);
  expect(cookies).not.toContain("ss-id=");
  expect(cookies).toMatch(/ss-factor=[\w-]{32}; Max-Age=300;/);
  return { cookie: /ss-factor=[\w-]{32}/.exec(cookies)?.[0] ?? "" };
}

describeOnBothEngines("a sign-in whose first step succeeded", (stores) => {
  beforeEach(async () => startBoth(await stores.fresh()));
  afterEach(() => server.stop());
  const keptOf = (table: "factor_challenge" | "provider_session") =>
    server.store.db.selectFrom(table).selectAll().execute();

  it("at a provider is asked for the second factor, too", async () => {
    const code = await withApp();
    await link("casey", "casey");
    const { address, cookie } = await begin({ continue: "/visits", rememberMe: true });
    const second = askedAgain(await finish(await signInThere(address, "casey"), cookie));
    expect(await keptOf("provider_session")).toEqual([]);
    const waiting = await keptOf("factor_challenge");
    expect(waiting).toHaveLength(1);
    expect(JSON.stringify(waiting)).not.toMatch(/eyJ[\w-]+\.eyJ/);
    const done = await call("ProveSecondFactor", { code: code() }, second);
    expect(done.body).toMatchObject({ userName: "casey", referrerUrl: "/visits" });
    expect(String(done.headers["set-cookie"])).toMatch(
      /ss-factor=; Max-Age=0.*ss-id=[^;]+; Max-Age=1209600/s,
    );
    // Its session there is ended with the one here.
    const out = new URL(String(await signOut(done.body)));
    expect(out.searchParams.get("id_token_hint")).toMatch(/^eyJ/);
  });

  it("by a password has no session at a provider", async () => {
    const robin = await byPassword("robin");
    expect([robin.status, await signOut(robin.body)]).toEqual([200, undefined]);
    const code = await withApp();
    const second = askedAgain(await byPassword("casey"));
    expect(await keptOf("factor_challenge")).toHaveLength(1);
    const done = await call("ProveSecondFactor", { code: code() }, second);
    expect(done.status).toBe(200);
    expect(await keptOf("provider_session")).toEqual([]);
    expect(await signOut(done.body)).toBeUndefined();
  });
});
