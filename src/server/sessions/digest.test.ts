import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { refusalOf } from "#room/server/test-refusal.ts";
import { passwordOfCasey, startTestServer, type TestServer } from "#room/server/test-server.ts";
import {
  type DigestAlgorithm,
  digestResponse,
  digestSecret,
  judgeNonce,
  newNonce,
  disableDigest,
  enableDigest,
  nonceKey,
} from "./digest.ts";
import { forgetSignIns } from "./sign-in-attempts.ts";

describe("the digest", () => {
  it.each([
    ["SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"],
    ["MD5", "8ca523f5e9506fed4657c9700eebdbec"],
  ] as const)("has the values of RFC 7616, 3.9.1, by %s", (algorithm, response) => {
    const secret = digestSecret(algorithm, {
      userName: "Mufasa",
      realm: "http-auth@example.org",
      password: "Circle of Life",
    });
    expect(
      digestResponse({
        algorithm,
        secret,
        nonce: "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v",
        nc: "00000001",
        cnonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ",
        uri: "/dir/index.html",
        method: "GET",
      }),
    ).toBe(response);
  });
});

describe("a nonce", () => {
  it("is good for 600 seconds, for who has its key", () => {
    const nonce = newNonce("key", 1000);
    expect(judgeNonce("key", nonce, 1000 + 599_999)).toEqual({ state: "good", expiresAt: 601_000 });
    expect(judgeNonce("key", nonce, 1000 + 600_000)).toMatchObject({ state: "stale" });
    expect(judgeNonce("key", nonce, 1000 - 600_000)).toMatchObject({ state: "stale" });
    expect(judgeNonce("other", nonce, 1000)).toEqual({ state: "foreign" });
    for (const foreign of ["", "..", `${nonce}x`, `z${nonce}`, nonce.replace(".", "0.")])
      expect(judgeNonce("key", foreign, 1000)).toEqual({ state: "foreign" });
  });
});

let server: TestServer;

async function ask(url = server) {
  const answer = await url.post("/auth", { provider: "digest", userName: "casey" });
  const header = String(answer.headers["www-authenticate"]);
  return { status: answer.status, header, nonce: /nonce="([^"]+)"/.exec(header)?.[1] ?? "" };
}

interface Changes {
  nonce: string;
  nc?: string;
  uri?: string;
  userName?: string;
  password?: string;
  algorithm?: DigestAlgorithm;
}

function members({ nonce, nc = "00000001", uri = "/json/reply/Auth", ...who }: Changes) {
  const { userName = "casey", password = passwordOfCasey, algorithm = "SHA-256" } = who;
  const cnonce = "0a4f113b";
  const secret = digestSecret(algorithm, { userName, password });
  const response = digestResponse({ algorithm, secret, nonce, nc, cnonce, uri });
  return { provider: "digest", userName, nonce, uri, response, qop: "auth", nc, cnonce };
}

function status(body: Record<string, unknown>): { message: string } {
  return body["responseStatus"] as ReturnType<typeof status>; // the shape is what the tests check
}

describeOnBothEngines("provider digest", (stores) => {
  beforeEach(async () => {
    const settings = { DIGEST: "yes", SIGN_IN_FAILURES_PER_USER: "50" };
    server = await startTestServer(settings, { databaseUrl: await stores.fresh() });
    const casey = await server.store.users.find("casey");
    if (casey) await enableDigest(server.store, casey, passwordOfCasey);
  });
  afterEach(() => server.stop());

  it("does not exist unless it is offered", async () => {
    const plain = await startTestServer();
    expect((await plain.post("/auth", { provider: "digest" })).status).toBe(404);
    await plain.stop();
  });

  it("asks with a challenge of SHA-256 alone", async () => {
    const { header } = await ask();
    expect(header).toMatch(/^Digest realm="\/auth\/digest", nonce="[^"]+", qop="auth", algorithm=SHA-256$/);
  });

  it("asks the page's script by a name that browsers ignore", async () => {
    const page = { "sec-fetch-mode": "cors", "sec-fetch-site": "same-origin" };
    const answer = await server.post("/auth", { provider: "digest", userName: "casey" }, page);
    expect(answer.headers["x-www-authenticate"]).toMatch(/^Digest realm=/);
    expect(answer.headers["www-authenticate"]).toBeUndefined();
    const program = await fetch(`${server.url}/auth`, { method: "POST", body: '{"provider":"digest"}' });
    expect(program.headers.get("www-authenticate")).toMatch(/^Digest realm=/);
  });

  it("refuses every wrong answer in the same words", async () => {
    const { nonce } = await ask();
    const refused = [
      members({ nonce, password: "wrong" }),
      members({ nonce: newNonce("foreign key", server.clock.now) }),
      members({ nonce, uri: "/elsewhere" }),
      members({ nonce, userName: "robin" }),
      members({ nonce, userName: "nobody" }),
      // The name is hashed as typed, so it must match in case.
      members({ nonce, userName: "Casey" }),
      { ...members({ nonce }), cnonce: "changed" },
      members({ nonce, algorithm: "MD5" }),
    ];
    for (const body of refused) {
      const answer = await server.post("/auth", body);
      expect([answer.status, status(answer.body).message]).toEqual([401, "Invalid user name or password"]);
      expect(answer.headers["www-authenticate"]).toMatch(/^Digest realm=(?!.*stale)/);
    }
  });

  it("names what is missing or malformed", async () => {
    const answer = await server.post("/auth", {
      provider: "digest",
      response: "x",
      nc: "1",
      qop: "auth-int",
    });
    expect(answer.status).toBe(400);
    const named = refusalOf(answer.body).errors.map(({ fieldName, message }) => `${fieldName}: ${message}`);
    expect(named).toEqual([
      ...["userName", "nonce", "uri", "cnonce"].map((name) => `${name}: '${name}' must be given.`),
      "nc: 'nc' must be 8 hexadecimal digits.",
      "qop: 'qop' must be auth.",
    ]);
    for (const nc of ["x00000001", "000000010", "0000000g"])
      expect((await server.post("/auth", members({ nonce: "x", nc }))).status).toBe(400);
  });

  it("signs in, and takes each rising nonce count once", async () => {
    const { nonce } = await ask();
    const first = await server.post("/auth", members({ nonce }));
    expect([first.status, first.body["userName"]]).toEqual([200, "casey"]);
    await forgetSignIns(server.store, server.clock.now);
    const replayed = await server.post("/auth", members({ nonce }));
    expect(replayed.status).toBe(401);
    expect(replayed.headers["www-authenticate"]).toContain("stale=true");
    expect((await server.post("/auth", members({ nonce, nc: "00000003" }))).status).toBe(200);
    expect((await server.post("/auth", members({ nonce, nc: "00000002" }))).status).toBe(401);
  });

  it("is remembered if asked, and forgets failures if enough", async () => {
    const { store, clock } = server;
    const failures = async () => (await store.throttle.peek("user:casey", clock.now, 900_000)).hits;
    const { nonce } = await ask();
    await server.post("/auth", members({ nonce, password: "wrong" }));
    expect(await failures()).toBe(1);
    const first = await server.post("/auth", members({ nonce }));
    expect(String(first.headers["set-cookie"])).not.toContain("Max-Age");
    expect(await failures()).toBe(0);
    const kept = await server.post("/auth", { ...members({ nonce, nc: "00000002" }), rememberMe: true });
    expect(String(kept.headers["set-cookie"])).toContain("Max-Age=1209600");
    const key = { credential_id: "c", user_id: 1, public_key: "", transports: "[]", rp_id: "", name: "" };
    await store.db
      .insertInto("passkey")
      .values({ ...key, counter: 0, created_at: 1, last_used_at: null })
      .execute();
    const second = await server.post("/auth", members({ nonce, nc: "00000003" }));
    expect(refusalOf(second.body).errorCode).toBe("SecondFactorNeeded");
    expect(await failures()).toBe(1);
  });

  it("covers addresses below the base path alone", async () => {
    const based = await startTestServer({ DIGEST: "yes", BASE_PATH: "/Desk" });
    const casey = await based.store.users.find("casey");
    if (casey) await enableDigest(based.store, casey, passwordOfCasey);
    const nonce = newNonce(await nonceKey(based.store), based.clock.now);
    const send = async (uri: string) => (await based.post("/Desk/auth", members({ nonce, uri }))).status;
    expect([await send("/auth"), await send("/desk/Auth")]).toEqual([401, 200]);
    await based.stop();
  });

  it("has one key for nonces, which nobody guesses", async () => {
    const key = await nonceKey(server.store);
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(await nonceKey(server.store)).toBe(key);
  });

  it("takes one of many equal answers at once", async () => {
    const { nonce } = await ask();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => server.post("/auth", members({ nonce }))),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  it("gives a burst of wrong answers no more guesses", async () => {
    const { nonce } = await ask();
    const wrong = members({ nonce, password: "wrong" });
    const answers = await Promise.all(Array.from({ length: 80 }, () => server.post("/auth", wrong)));
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(50);
  });

  it("is over once it is disabled", async () => {
    const { nonce } = await ask();
    expect([await disableDigest(server.store, 1), await disableDigest(server.store, 1)]).toEqual([
      true,
      false,
    ]);
    expect((await server.post("/auth", members({ nonce }))).status).toBe(401);
  });

  it("refuses a stale nonce with a new one", async () => {
    const { nonce } = await ask();
    server.clock.now += 600_000;
    const answer = await server.post("/auth", members({ nonce }));
    expect(answer.status).toBe(401);
    expect(answer.headers["www-authenticate"]).toContain("stale=true");
  });

  it("takes MD5 only by a setting", async () => {
    const md5 = await startTestServer({ DIGEST: "yes", DIGEST_MD5: "yes" });
    const casey = await md5.store.users.find("casey");
    if (casey) await enableDigest(md5.store, casey, passwordOfCasey);
    const { nonce, header } = await ask(md5);
    expect(header).toContain("algorithm=MD5");
    const answer = await md5.post("/auth", members({ nonce, algorithm: "MD5" }));
    expect(answer.status).toBe(200);
    const unknown = members({ nonce, userName: "robin", algorithm: "MD5" });
    expect((await md5.post("/auth", unknown)).status).toBe(401);
    await md5.stop();
  });

  it("is announced to the console", async () => {
    const answer = await server.send("/config.json", { method: "GET" });
    expect(JSON.parse(answer.text)).toMatchObject({ signIn: { digest: true } });
  });
});
