import { createServer } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { portOf } from "#room/server/direct/test-loopback.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { passwordOfCasey, startTestServer } from "#room/server/test-server.ts";
import { refusalOf } from "#room/server/test-refusal.ts";
import { someOf } from "#room/server/store/rows.ts";
import { startBoth, server, begin, errorCode, link, finish, signInThere } from "./test-openid.ts";

describeOnBothEngines("OpenID Connect", (stores) => {
  beforeEach(async () => startBoth(await stores.fresh()));
  afterEach(() => server.stop());

  describe("the way there", () => {
    it("continues nowhere else, and takes half a proof for none", async () => {
      expect((await begin({ continue: "//evil.example" })).status).toBe(400);
      for (const half of [{ userName: "casey" }, { password: passwordOfCasey }])
        expect((await begin(half)).status).toBe(200);
    });

    it("leads to the provider with PKCE, state and nonce", async () => {
      const { status, address, headers } = await begin({ continue: "/visits" });
      expect(status).toBe(200);
      const { searchParams } = new URL(address);
      expect(Object.fromEntries(searchParams)).toMatchObject({
        client_id: "console",
        response_type: "code",
        code_challenge_method: "S256",
        redirect_uri: `${server.url}/sign-in/callback`,
      });
      for (const name of ["state", "nonce", "code_challenge"])
        expect(searchParams.get(name)?.length).toBeGreaterThan(30);
      expect(String(headers["set-cookie"])).toMatch(
        /^ss-began=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
      );
    });

    it("is offered to the console", async () => {
      const config: unknown = JSON.parse((await server.send("/config.json", { method: "GET" })).text);
      expect(config).toMatchObject({ signIn: { providers: [{ name: "Desk", label: "the front desk" }] } });
    });
  });

  describe("the way back", () => {
    it("is refused with a wrong, stale, used or stolen state", async () => {
      const refused = async (answer: ReturnType<typeof finish>) => {
        const { status, body, headers } = await answer;
        expect([status, errorCode(body)]).toEqual([401, "InvalidState"]);
        expect(headers["www-authenticate"]).toBe('credentials realm="/auth/credentials"');
      };
      await link("casey", "casey");
      const code = new URLSearchParams({ state: "never given", code: "x" });
      const { cookie } = await begin();
      await refused(finish(code, cookie));

      const stale = await begin();
      const lateBack = await signInThere(stale.address, "casey");
      server.clock.now += 10 * 60_000;
      await refused(finish(lateBack, stale.cookie));
      server.clock.now = Date.now();

      const changed = await begin();
      const changedBack = await signInThere(changed.address, "casey");
      await refused(finish(changedBack, changed.cookie, { oauth_token: "another" }));
      await refused(finish(changedBack, changed.cookie, { oauth_verifier: "" }));
      await refused(finish(changedBack, changed.cookie, { state: "" }));

      const other = await begin();
      const otherBack = await signInThere(other.address, "casey");
      await refused(finish(otherBack, ""));
      await refused(finish(otherBack, other.cookie));

      const first = await begin();
      const firstBack = await signInThere(first.address, "casey");
      expect((await finish(firstBack, first.cookie)).status).toBe(200);
      await refused(finish(firstBack, first.cookie));
    });

    it("is refused with a code that is not the provider's", async () => {
      const { address, cookie } = await begin();
      const back = await signInThere(address, "casey");
      const answer = await finish(back, cookie, { oauth_verifier: "made up" });
      expect([answer.status, errorCode(answer.body)]).toEqual([401, "Unauthorized"]);
    });

    it("is refused with a code that belongs to another attempt", async () => {
      const [mine, theirs] = [await begin(), await begin()];
      const [myBack, theirBack] = [
        await signInThere(mine.address, "casey"),
        await signInThere(theirs.address, "robin"),
      ];
      const answer = await finish(myBack, mine.cookie, { oauth_verifier: theirBack.get("code") ?? "" });
      expect(answer.status).toBe(401);
    });

    it("is refused to an unknown or disabled account", async () => {
      const { address, cookie } = await begin();
      expect((await finish(await signInThere(address, "stranger"), cookie)).status).toBe(401);
      await link("robin", "robin");
      await server.store.users.change("robin", { disabled: true });
      const robin = await begin();
      expect((await finish(await signInThere(robin.address, "robin"), robin.cookie)).status).toBe(401);
      await server.store.users.change("robin", { disabled: false });
    });

    it("signs in whom the account is linked to", async () => {
      await link("casey", "casey");
      const { address, cookie } = await begin({ continue: "/visits?state=withheld", rememberMe: true });
      const { status, body, headers } = await finish(await signInThere(address, "casey"), cookie);
      expect(status).toBe(200);
      expect(body).toMatchObject({ userName: "casey", referrerUrl: "/visits?state=withheld" });
      expect(String(headers["set-cookie"])).toContain("Max-Age=1209600");
      const info = await server.post("/auth", {}, { "x-ss-id": String(body["sessionId"]) });
      expect(info.body["userName"]).toBe("casey");
    });

    it("links nobody by a name, however it is written", async () => {
      for (const login of ["casey", "CASEY", "\uff23\uff21\uff33\uff25\uff39", "x".repeat(201)]) {
        const { address, cookie } = await begin();
        const { status, body, headers } = await finish(await signInThere(address, login), cookie);
        expect([status, errorCode(body)]).toEqual([401, "AccountNotLinked"]);
        expect(refusalOf(body).message).toContain(`account ${login.slice(0, 200)}.`);
        expect(headers["www-authenticate"]).toBe('credentials realm="/auth/credentials"');
      }
      expect(await server.store.db.selectFrom("user_identity").selectAll().execute()).toEqual([]);
    });

    it("links the account of a user who gives the password", async () => {
      expect((await begin({ userName: "casey", password: "wrong" })).status).toBe(401);
      const proof = { userName: "casey", password: passwordOfCasey };
      const first = await begin(proof);
      const linked = await finish(await signInThere(first.address, "account 1"), first.cookie);
      expect([linked.status, linked.body["userName"]]).toEqual([200, "casey"]);
      const later = await begin();
      const again = await finish(await signInThere(later.address, "account 1"), later.cookie);
      expect([again.status, again.body["userName"]]).toEqual([200, "casey"]);
      expect(String(again.headers["set-cookie"])).not.toMatch(/ss-id=[^;]+; Max-Age/);
      // Robin's password must not take over casey's account.
      const robin = await begin({ ...proof, userName: "robin" });
      expect((await finish(await signInThere(robin.address, "account 1"), robin.cookie)).status).toBe(401);
      const links = await server.store.db.selectFrom("user_identity").select("subject").execute();
      expect(links).toEqual([{ subject: "account 1" }]);
      const own = await begin(proof);
      expect((await finish(await signInThere(own.address, "account 1"), own.cookie)).status).toBe(200);
      const rows = server.store.db.selectFrom("audit_entry").where("action", "=", "linked account");
      expect(await rows.select(["actor", "subject"]).execute()).toEqual([
        { actor: "casey", subject: "desk" },
      ]);
    });

    it("links no account by a password changed since", async () => {
      const began = await begin({ userName: "casey", password: passwordOfCasey });
      const session = { "x-ss-id": await server.signIn() };
      const passwords = { oldPassword: passwordOfCasey, newPassword: "plenty of other words" };
      expect((await server.post("/json/reply/ChangePasswordRequest", passwords, session)).status).toBe(200);
      expect((await finish(await signInThere(began.address, "account 1"), began.cookie)).status).toBe(401);
      expect(await server.store.db.selectFrom("user_identity").selectAll().execute()).toEqual([]);
    });

    it("makes the provider ask again, refusing an earlier sign-in", async () => {
      await link("casey", "casey");
      const browser = new Map<string, string>();
      const first = await begin();
      const query = new URL(first.address).searchParams;
      expect([query.get("prompt"), query.get("max_age")]).toEqual(["login", "0"]);
      await signInThere(first.address, "casey", browser);
      // Simulates a provider that ignores both.
      const second = await begin();
      const overlooking = new URL(second.address);
      overlooking.searchParams.delete("prompt");
      overlooking.searchParams.set("max_age", "3600");
      server.clock.now += 60_000;
      const later = await begin();
      overlooking.searchParams.set("state", new URL(later.address).searchParams.get("state") ?? "");
      overlooking.searchParams.set("nonce", new URL(later.address).searchParams.get("nonce") ?? "");
      overlooking.searchParams.set(
        "code_challenge",
        new URL(later.address).searchParams.get("code_challenge") ?? "",
      );
      const back = await signInThere(overlooking.href, "casey", browser);
      const { status, body } = await finish(back, later.cookie);
      expect([status, errorCode(body)]).toEqual([401, "Unauthorized"]);
    });

    it("leads a sign-out on to the provider's", async () => {
      await link("casey", "casey");
      const { address, cookie } = await begin();
      const { body } = await finish(await signInThere(address, "casey"), cookie);
      const key = { "x-ss-id": String(body["sessionId"]) };
      const kept = await server.store.db.selectFrom("provider_session").selectAll().execute();
      expect(JSON.stringify(kept)).not.toMatch(/eyJ[\w-]+\.eyJ/);
      const out = await server.post("/auth", { provider: "logout" }, key);
      const end = new URL(String(out.body["referrerUrl"]));
      expect(end.searchParams.get("post_logout_redirect_uri")).toBe(`${server.url}/sign-in`);
      expect(end.searchParams.get("id_token_hint")).toMatch(/^eyJ/);
      expect((await server.post("/auth", { provider: "logout" }, key)).body).toEqual({ responseStatus: {} });
    });
  });

  describe("a stranger", () => {
    it("begins no more once five thousand have begun", async () => {
      const { db } = server.store;
      const row = { code_verifier: "v", nonce: "n", remember: 0, address_key: "x", browser_hash: "b" };
      const expires_at = server.clock.now + 1000;
      const rows = Array.from({ length: 4999 }, (_none, at) => ({
        ...row,
        state_hash: String(at),
        provider: "desk",
        expires_at,
      }));
      for (const some of someOf(rows)) await db.insertInto("sign_in_attempt").values(some).execute();
      expect((await begin()).status).toBe(200);
      const refused = await begin();
      expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "600"]);
    });

    it("begins and fails only so often, and leaves few rows", async () => {
      const begun: number[] = [];
      for (let times = 0; times < 130; times += 1) begun.push((await begin()).status);
      expect(begun.indexOf(429)).toBe(100);
      const failed: number[] = [];
      for (let times = 0; times < 130; times += 1)
        failed.push((await finish(new URLSearchParams({ state: "x", code: "x" }), "")).status);
      expect(failed.indexOf(429)).toBe(100);
      const count = async (table: "sign_in_attempt" | "audit_entry" | "throttle") =>
        (await server.store.db.selectFrom(table).selectAll().execute()).length;
      expect(await count("sign_in_attempt")).toBe(100);
      expect(await count("audit_entry")).toBeLessThan(5);
      expect(await count("throttle")).toBe(1);
      // They are released over time.
      server.clock.now += 15 * 60_000;
      expect((await begin()).status).toBe(200);
    });
  });
});

it("answers in plain words when the provider cannot be reached", async () => {
  const lost = await startTestServer({
    OPENID_PROVIDERS: "desk",
    OPENID_DESK_ISSUER: "http://127.0.0.1:9",
    OPENID_DESK_CLIENT_ID: "x",
    OPENID_DESK_CLIENT_SECRET: "x",
  });
  const answer = await lost.post("/auth", { provider: "desk" });
  expect([answer.status, errorCode(answer.body)]).toEqual([503, "ProviderUnreachable"]);
  await lost.stop();
});

it("asks nothing in plain text that a provider names", async () => {
  const issuer = "https://desk.example";
  const settings = { OPENID_DESK_CLIENT_ID: "x", OPENID_DESK_CLIENT_SECRET: "x", OPENID_DESK_ISSUER: issuer };
  const desk = await startTestServer({ OPENID_PROVIDERS: "desk", ...settings });
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: string | URL) => {
    asked.push(String(address));
    const endpoints = { authorization_endpoint: `${issuer}/a`, token_endpoint: "http://desk.example/t" };
    return Response.json({ issuer, jwks_uri: `${issuer}/k`, ...endpoints });
  });
  const begun = await desk.post("/auth", { provider: "desk" });
  const cookie = String(begun.headers["set-cookie"]).split(";")[0] ?? "";
  const state = new URL(String(begun.body["referrerUrl"])).searchParams.get("state");
  const back = { provider: "desk", state, oauth_token: state, oauth_verifier: "x" };
  expect((await desk.post("/auth", back, { cookie })).body).toMatchObject({
    responseStatus: { message: expect.stringContaining("could not be verified") },
  });
  expect(asked).toEqual([`${issuer}/.well-known/openid-configuration`]);
  vi.unstubAllGlobals();
  await desk.stop();
});

it("leaves a provider whose description has no end", async () => {
  const endless = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const more = () => void (response.destroyed || response.write("x".repeat(65_536), more));
    more();
  });
  await new Promise<void>((resolve) => endless.listen(0, "127.0.0.1", resolve));
  const server = await startTestServer({
    OPENID_PROVIDERS: "endless",
    OPENID_ENDLESS_ISSUER: `http://127.0.0.1:${portOf(endless)}`,
    OPENID_ENDLESS_CLIENT_ID: "a",
    OPENID_ENDLESS_CLIENT_SECRET: "b",
  });
  const before = process.memoryUsage().rss;
  const began = performance.now();
  const { status } = await server.post("/auth/endless", {});
  expect(status).toBe(503);
  expect(performance.now() - began).toBeLessThan(5000);
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 ** 2);
  await server.stop();
  endless.close();
});
