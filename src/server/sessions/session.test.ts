import { refusalOf } from "#room/server/test-refusal.ts";
import { describe, expect, it, test, vi } from "vitest";
import { passwordOfCasey, startTestServer } from "#room/server/test-server.ts";
import { StoreUnavailable } from "#room/server/store/store-unavailable.ts";
import { keepProviderSession, seal, unseal } from "./provider-sessions.ts";
import { hour, minute, serverOfEach, verify } from "./test-sign-in.ts";

const here = serverOfEach();

describe("a session", () => {
  it("ends after 30 idle minutes, and not while used", async () => {
    const id = await here.server.signIn();
    for (let round = 0; round < 4; round += 1) {
      here.server.clock.now += 28 * minute;
      expect(await here.isSignedIn({ "x-ss-id": id })).toBe(true);
    }
    here.server.clock.now += 30 * minute;
    expect(await here.isSignedIn({ "x-ss-id": id })).toBe(false);
  });

  it("ends when the clock is set back, not slightly corrected", async () => {
    const id = await here.server.signIn();
    here.server.clock.now -= 5 * minute;
    expect(await here.isSignedIn({ "x-ss-id": id })).toBe(true);
    here.server.clock.now -= minute;
    expect(await here.isSignedIn({ "x-ss-id": id })).toBe(false);
  });

  it("that expired stays ended when the clock is set back", async () => {
    const [seen, unseen] = [await here.server.signIn(), await here.server.signIn()];
    here.server.clock.now += 31 * minute;
    expect(await here.isSignedIn({ "x-ss-id": seen })).toBe(false);
    const { createSessions } = await import("./sessions.ts");
    const { store, settings, clock } = here.server;
    await createSessions({ store, settings, now: () => new Date(clock.now) }).sweep();
    here.server.clock.now -= 30 * minute;
    for (const id of [seen, unseen]) expect(await here.isSignedIn({ "x-ss-id": id })).toBe(false);
  });

  it("unused longest ends when its person has a thousand", async () => {
    const { createSessions } = await import("./sessions.ts");
    const { store, settings, clock } = here.server;
    const sessions = createSessions({ store, settings, now: () => new Date(clock.now) });
    const { userId = 0 } = (await store.users.find("casey")) ?? {};
    const about = { userId, remember: false, remoteAddress: "", browser: "", beganBy: "credentials" };
    const first = await sessions.start(about);
    const others: string[] = [];
    while (others.length < 999) {
      clock.now += 1;
      others.push((await sessions.start(about)).sessionId);
    }
    expect(await sessions.lookUp(first.sessionId)).toMatchObject({ state: "live" });
    clock.now += 2 * minute;
    await sessions.lookUp(first.sessionId);
    const last = await sessions.start(about);
    clock.now += 3000;
    expect(await sessions.lookUp(first.sessionId)).toMatchObject({ state: "live" });
    expect(await sessions.lookUp(others[0])).toEqual({ state: "expired" });
    const by = { "x-ss-id": last.sessionId };
    expect((await here.server.post("/json/reply/EndSessionsRequest", {}, by)).body).toEqual({ ended: 999 });
    expect(await sessions.countLive()).toEqual(new Map([[userId, 1]]));
  });

  it("ends after 12 hours in any case", async () => {
    const id = await here.server.signIn();
    for (let round = 0; round < 12 * 3 - 1; round += 1) {
      here.server.clock.now += 20 * minute;
      expect(await here.isSignedIn({ "x-ss-id": id })).toBe(true);
    }
    here.server.clock.now += 20 * minute;
    expect(await here.isSignedIn({ "x-ss-id": id })).toBe(false);
  });

  it("lives 14 days if remembered, never 3 days unused", async () => {
    const { body, headers } = await here.auth({
      userName: "casey",
      password: passwordOfCasey,
      rememberMe: true,
    });
    const id = String(body["sessionId"]);
    expect(String(headers["set-cookie"])).toContain("Max-Age=1209600");
    for (let day = 2; day < 14; day += 2) {
      here.server.clock.now += 48 * hour;
      expect(await here.isSignedIn({ "x-ss-id": id })).toBe(true);
    }
    here.server.clock.now += 48 * hour - 1000;
    expect(await here.isSignedIn({ "x-ss-id": id })).toBe(true);
    here.server.clock.now += 1000;
    expect(await here.isSignedIn({ "x-ss-id": id })).toBe(false);

    const idle = await here.auth({ userName: "casey", password: passwordOfCasey, rememberMe: true });
    here.server.clock.now += 72 * hour;
    expect(await here.isSignedIn({ "x-ss-id": String(idle.body["sessionId"]) })).toBe(false);
  });

  it("is remembered by nobody where the setting says so", async () => {
    const strict = await startTestServer({ REMEMBER_ME_DAYS: "0" });
    const signIn = { userName: "casey", password: passwordOfCasey, rememberMe: true };
    const { body, headers } = await strict.post("/auth", signIn);
    expect(String(headers["set-cookie"])).not.toContain("Max-Age");
    strict.clock.now += 30 * minute;
    expect((await strict.post("/auth", {}, { "x-ss-id": String(body["sessionId"]) })).status).toBe(401);
    expect((await strict.send("/config.json", { method: "GET" })).text).toContain('"rememberMe":false');
    await strict.stop();
  });

  it("ended differs from one that never existed, for 30 days", async () => {
    const { createSessions } = await import("./sessions.ts");
    const now = () => new Date(here.server.clock.now);
    const sessions = createSessions({ store: here.server.store, settings: here.server.settings, now });
    const id = await here.server.signIn();
    expect(await sessions.lookUp(id)).toMatchObject({ state: "live", user: { userName: "casey" } });
    expect(await sessions.lookUp("never")).toEqual({ state: "unknown" });
    expect(await sessions.lookUp(undefined)).toEqual({ state: "unknown" });
    here.server.clock.now += hour;
    expect(await sessions.lookUp(id)).toEqual({ state: "expired" });
    here.server.clock.now += 29 * 24 * hour;
    await sessions.sweep();
    expect(await sessions.lookUp(id)).toEqual({ state: "expired" });
    here.server.clock.now += 2 * 24 * hour;
    expect(await sessions.lookUp(id)).toEqual({ state: "unknown" });
    await sessions.sweep();
    expect(await here.server.store.db.selectFrom("session").selectAll().execute()).toEqual([]);
  });

  it("ended in another process is refused here at once", async () => {
    const id = await here.server.signIn();
    expect(await here.isSignedIn({ "x-ss-id": id })).toBe(true);
    await here.server.store.users.change("casey", { disabled: true });
    expect(await here.isSignedIn({ "x-ss-id": id })).toBe(false);
  });

  it("by cookie is refused to pages of other origins", async () => {
    const cookie = `ss-id=${await here.server.signIn()}`;
    const host = `127.0.0.1:${here.server.port}`;
    const refused = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { origin: `http://${host}`, "sec-fetch-site": "cross-site" },
      { origin: "http://127.0.0.1.evil.example" },
      // Another port, and another scheme, of the same host: same site, but cross-origin.
      { origin: "http://127.0.0.1:5173", "sec-fetch-site": "same-site" },
      { origin: "http://127.0.0.1:5173" },
      { origin: `https://${host}` },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "what is not known yet" },
    ];
    for (const headers of refused) {
      const answer = await here.server.post(verify, {}, { cookie, ...headers });
      expect([answer.status, refusalOf(answer.body).errorCode]).toEqual([403, "Forbidden"]);
      expect((await here.auth({ provider: "logout" }, { cookie, ...headers })).status).toBe(403);
      expect((await here.auth({ userName: "casey", password: passwordOfCasey }, headers)).status).toBe(403);
    }
    const accepted = [
      {},
      { origin: `http://${host}` },
      { "sec-fetch-site": "same-origin" },
      { "sec-fetch-site": "none" },
      { origin: "https://desk.example", "sec-fetch-site": "cross-site" },
      // A proxy in front has its own name, which the browser does not see.
      { origin: "https://console.example", "sec-fetch-site": "same-origin" },
    ];
    for (const headers of accepted) expect(await here.isSignedIn({ cookie, ...headers })).toBe(true);
  });

  it("ends here whatever becomes of its provider", async () => {
    const { store } = here.server;
    const signOut = async (failure?: Error) => {
      const sessionId = await here.server.signIn();
      await keepProviderSession(store, { sessionId, provider: "gone", idToken: "x" });
      if (failure)
        vi.spyOn(store.db, "deleteFrom").mockImplementationOnce(() => {
          throw failure;
        });
      const { status } = await here.auth({ provider: "logout" }, { "x-ss-id": sessionId });
      return [status, await here.isSignedIn({ "x-ss-id": sessionId })];
    };
    expect(await signOut()).toEqual([200, false]);
    expect(await signOut(new StoreUnavailable("away"))).toEqual([200, false]);
    expect(await signOut(new Error("a fault of ours"))).toEqual([500, false]);
  });

  it("is kept alive by no page of another origin", async () => {
    const cookie = `ss-id=${await here.server.signIn()}`;
    for (let round = 0; round < 2; round += 1) {
      here.server.clock.now += 20 * minute;
      await here.server.post(verify, {}, { cookie, "sec-fetch-site": "same-site" });
    }
    expect(await here.isSignedIn({ cookie })).toBe(false);
  });

  it("has a host-only cookie on HTTPS, and takes no other", async () => {
    const behind = await startTestServer({ PUBLIC_URL: "https://console.example" });
    const { headers, body } = await behind.post("/auth", { userName: "casey", password: passwordOfCasey });
    const id = String(body["sessionId"]);
    expect(headers["set-cookie"]).toEqual([`__Host-ss-id=${id}; Path=/; HttpOnly; SameSite=Lax; Secure`]);
    const ask = async (cookie: string, more: Record<string, string> = {}) =>
      (await behind.post(verify, {}, { cookie, ...more })).status;
    expect(await ask(`ss-id=${id}`)).toBe(401);
    expect(await ask(`__Host-ss-id=${id}`, { origin: "https://console.example" })).toBe(400);
    for (const origin of ["https://billing.console.example", "https://console.example:8443"])
      expect(await ask(`__Host-ss-id=${id}`, { origin })).toBe(403);
    const out = await behind.post("/auth", { provider: "logout" }, { cookie: `__Host-ss-id=${id}` });
    expect(out.headers["set-cookie"]).toEqual([
      "__Host-ss-id=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure",
    ]);
    await behind.stop();
  });

  it("is not taken from several cookies of its name", async () => {
    const id = await here.server.signIn();
    const other = await here.server.signIn("robin");
    for (const cookie of [`ss-id=${id}; ss-id=${other}`, `ss-id=; ss-id=${id}`, `ss-id=${id};ss-id=${id}`]) {
      for (const path of [verify, "/auth"]) {
        const answer = await here.server.post(path, {}, { cookie });
        expect(answer.status).toBe(401);
        expect(refusalOf(answer.body).message).toContain("several session cookies");
        expect(answer.headers["www-authenticate"]).toBe('credentials realm="/auth/credentials"');
      }
      // A header says which name the browser used.
      expect(await here.isSignedIn({ cookie, "x-ss-id": id })).toBe(true);
    }
  });

  it("in several cookies is mended by signing in or out", async () => {
    const attributes = "HttpOnly; SameSite=Lax";
    for (const request of [{ userName: "casey", password: passwordOfCasey }, { provider: "logout" }]) {
      const [id, other] = [await here.server.signIn(), await here.server.signIn("robin")];
      const headers = { cookie: `ss-id=${id}; ss-id=${other}`, host: "desk.clinic.example" };
      const { status, body, headers: answered } = await here.auth(request, headers);
      expect(status).toBe(200);
      const set = [answered["set-cookie"] ?? []].flat();
      // Wherever a cookie may have been set that comes with this request.
      for (const place of [
        "Path=/",
        "Path=/auth",
        "Path=/; Domain=clinic.example",
        "Path=/auth; Domain=desk.clinic.example",
      ])
        expect(set).toContain(`ss-id=; Max-Age=0; ${place}; ${attributes}`);
      const last = `ss-id=${String(body["sessionId"])}; Path=/; ${attributes}`;
      expect(set.includes(last) && set.indexOf(last) !== set.length - 1).toBe(false);
      expect(set.includes(last)).toBe("userName" in request);
      for (const ended of [id, other]) expect(await here.isSignedIn({ "x-ss-id": ended })).toBe(false);
    }
  });

  it("ended by a header leaves the cookie of another", async () => {
    const [kept, ended, both] = [
      await here.server.signIn(),
      await here.server.signIn(),
      await here.server.signIn(),
    ];
    const logout = { provider: "logout" };
    const cookie = `ss-id=${kept}`;
    for (const by of [{ "x-ss-id": ended }, { authorization: `Bearer ${ended}` }])
      expect((await here.auth(logout, { cookie, ...by })).headers["set-cookie"]).toBeUndefined();
    expect([await here.isSignedIn({ cookie }), await here.isSignedIn({ "x-ss-id": ended })]).toEqual([
      true,
      false,
    ]);
    const named = await here.auth(logout, { cookie: `ss-id=${both}`, "x-ss-id": both });
    expect(String(named.headers["set-cookie"])).toContain("ss-id=; Max-Age=0");
  });
});

describe("settings", () => {
  it("open auto-charge and DiagnosisVerify to callers without a session", async () => {
    const open = await startTestServer({ OPEN_AUTO_CHARGE: "yes", OPEN_DIAGNOSIS_VERIFY: "yes" });
    expect((await open.post("/AutoChargeEntry/Billing/ChargedVisit", {})).status).toBe(400);
    expect((await open.post(verify, {})).status).toBe(400);
    expect((await open.post("/api/GetVisitInvoiceRequest", {})).status).toBe(401);
    // A page that someone in the clinic opens is not a trusted caller.
    for (const page of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }]) {
      const plain = { ...page, "content-type": "text/plain" };
      expect((await open.post("/AutoChargeEntry/Billing/ChargedVisit", {}, plain)).status).toBe(403);
      expect((await open.post(verify, {}, plain)).status).toBe(403);
    }
    await open.stop();
  });

  it("open them to no page of an unknown name", async () => {
    const open = await startTestServer({
      OPEN_AUTO_CHARGE: "yes",
      PUBLIC_URL: "http://console.example:8080",
    });
    const ask = async (name: string, more: Record<string, string> = {}) => {
      const page = { host: name, origin: `http://${name}`, "sec-fetch-site": "same-origin" };
      return (await open.post("/AutoChargeEntry/Billing/ChargedVisit", {}, { ...page, ...more })).status;
    };
    // Whose name points here can set cookies and headers for it.
    for (const more of [{}, { cookie: "ss-id=x" }, { "x-ss-id": "x" }, { authorization: "Bearer x" }])
      expect(await ask(`evil.example:${open.port}`, more)).toBe(403);
    for (const name of ["console.example:8080", "localhost:3000", "10.0.0.7", "[::1]:3000"])
      expect(await ask(name)).toBe(400);
    await open.stop();
  });
});

test("a provider's session of an earlier version is still opened", () => {
  expect(unseal("BwcHBwcHBwcHBwcHrcbdv_upwBnyjpwPCTZOW020wsoQqX8", "session-1")).toBe("a token");
  expect(unseal(seal("a token", "session-1"), "session-1")).toBe("a token");
  expect(() => unseal(seal("a token", "session-1"), "session-2")).toThrow();
});
