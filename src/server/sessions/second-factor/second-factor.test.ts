import { TOTP } from "otpauth";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { OperationFacts } from "#room/contract/operation.ts";
import type { Person } from "#room/contract/schemas/person.ts";
import { operationKeys, registry } from "#room/contract/registry.ts";
import { passwordOfCasey, startTestServer, type TestServer } from "#room/server/test-server.ts";
import { testAuthenticator } from "./test-authenticator.ts";

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ PUBLIC_URL: "http://localhost:8080", SECOND_FACTOR: "administrator" });
  await server.store.users.setRole("robin", "administrator");
});
afterEach(() => server.stop());

const minute = 60_000;
const credentials = (userName: string) => ({ provider: "credentials", userName, password: passwordOfCasey });

type Answer = Awaited<ReturnType<TestServer["post"]>>;
const errorOf = ({ body, status }: Answer) =>
  `${status} ${String((body["responseStatus"] as { errorCode?: string } | undefined)?.errorCode)}`;
const cookieOf = ({ headers }: Answer) => (/ss-factor=[^;]+/.exec(String(headers["set-cookie"])) ?? [""])[0];
const call = (name: string, body: object, headers: Record<string, string>) =>
  server.post(`/json/reply/${name}Request`, body, headers);
const by = (sessionId: unknown) => ({ "x-ss-id": String(sessionId) });
const codeOf = (secret: string, at = server.clock.now) => new TOTP({ secret }).generate({ timestamp: at });

/** Signs in and sets up an app: its secret, the recovery codes, and the session. */
async function withTotp(userName = "casey") {
  const session = by(await server.signIn(userName));
  const { body } = await call("AddFactor", { kind: "totp" }, session);
  const secret = String(body["secret"]);
  const confirmed = await call("ConfirmFactor", { code: codeOf(secret) }, session);
  expect(confirmed.status).toBe(200);
  server.clock.now += minute;
  return { secret, session, recoveryCodes: confirmed.body["recoveryCodes"] as string[] };
}

/** The first step, which is not enough: the cookie of the second. */
async function firstStep(userName = "casey", members: object = {}) {
  const answer = await server.post("/auth", { ...credentials(userName), ...members });
  expect(errorOf(answer)).toBe("401 SecondFactorNeeded");
  expect(String(answer.headers["set-cookie"])).not.toContain("ss-id=");
  expect(String(answer.headers["set-cookie"])).toMatch(/ss-factor=[\w-]{32}; Max-Age=300; .*HttpOnly/);
  return { cookie: cookieOf(answer) };
}

describe("an authenticator app", () => {
  it("is asked for after the password, and then ends Auth", async () => {
    const { secret } = await withTotp();
    const cookie = await firstStep("casey", { continue: "/visits", rememberMe: true });
    expect((await call("SecondFactor", {}, cookie)).body).toEqual({ ways: ["totp", "recovery"] });
    const done = await call("ProveSecondFactor", { code: codeOf(secret) }, cookie);
    expect(done.body).toMatchObject({ userName: "casey", referrerUrl: "/visits", responseStatus: {} });
    expect(String(done.headers["set-cookie"])).toMatch(
      /ss-factor=; Max-Age=0.*ss-id=[^;]+; Max-Age=1209600/s,
    );
    expect((await call("Account", {}, by(done.body["sessionId"]))).status).toBe(200);
    // Neither the code nor the handle is good for another session.
    expect(errorOf(await call("ProveSecondFactor", { code: codeOf(secret) }, cookie))).toBe(
      "400 SignInExpired",
    );
    const again = await firstStep();
    expect(errorOf(await call("ProveSecondFactor", { code: codeOf(secret) }, again))).toBe("400 WrongProof");
    server.clock.now += 30_000;
    expect((await call("ProveSecondFactor", { code: codeOf(secret) }, again)).status).toBe(200);
  });

  it("holds only after its first code, by this session", async () => {
    const session = by(await server.signIn());
    const { body } = await call("AddFactor", { kind: "totp" }, session);
    const secret = String(body["secret"]);
    expect(String(body["address"])).toContain(`secret=${secret}`);
    const other = by(await server.signIn());
    expect(errorOf(await call("ConfirmFactor", { code: codeOf(secret) }, other))).toBe("400 SetUpExpired");
    expect(errorOf(await call("ConfirmFactor", { code: "000000" }, session))).toBe("400 WrongProof");
    expect((await server.post("/auth", credentials("casey"))).status).toBe(200);
    expect((await call("ConfirmFactor", { code: codeOf(secret) }, session)).status).toBe(200);
    // Those who signed in by the password alone are out.
    expect((await call("Account", {}, other)).status).toBe(401);
    expect((await call("Account", {}, session)).status).toBe(200);
  });

  it("takes only this user's proof, in this sign-in, in time", async () => {
    const casey = await withTotp();
    const robin = await withTotp("robin");
    const cookie = await firstStep();
    const prove = (body: object, headers: Record<string, string> = cookie) =>
      call("ProveSecondFactor", body, headers);
    expect(errorOf(await prove({ code: codeOf(robin.secret) }))).toBe("400 WrongProof");
    expect(errorOf(await prove({ recoveryCode: robin.recoveryCodes[0] }))).toBe("400 WrongProof");
    expect(errorOf(await prove({ code: codeOf(casey.secret) }, await firstStep("robin")))).toBe(
      "400 WrongProof",
    );
    expect(errorOf(await prove({ code: codeOf(casey.secret) }, {}))).toBe("400 SignInExpired");
    expect(errorOf(await prove({ code: codeOf(casey.secret) }, { cookie: "ss-factor=made-up" }))).toBe(
      "400 SignInExpired",
    );
    expect(errorOf(await prove({}))).toBe("400 NotEmpty");
    server.clock.now += 5 * minute;
    expect(errorOf(await prove({ code: codeOf(casey.secret) }))).toBe("400 SignInExpired");
    expect(errorOf(await call("SecondFactor", {}, cookie))).toBe("400 SignInExpired");
  });

  it("ends a sign-in after five wrong codes, names after ten", async () => {
    const { secret } = await withTotp();
    for (let round = 0; round < 2; round += 1) {
      const cookie = await firstStep();
      for (let times = 0; times < 5; times += 1)
        expect(errorOf(await call("ProveSecondFactor", { code: "000000" }, cookie))).toBe("400 WrongProof");
      expect(errorOf(await call("ProveSecondFactor", { code: codeOf(secret) }, cookie))).toBe(
        "400 SignInExpired",
      );
    }
    expect(errorOf(await server.post("/auth", credentials("casey")))).toBe("429 TooManyRequests");
    server.clock.now += 15 * minute;
    const cookie = await firstStep();
    expect((await call("ProveSecondFactor", { code: codeOf(secret) }, cookie)).status).toBe(200);
  });

  it("makes one session of two right codes at once", async () => {
    const { secret, recoveryCodes } = await withTotp();
    const cookie = await firstStep();
    const proofs = [{ code: codeOf(secret) }, { code: codeOf(secret) }, { recoveryCode: recoveryCodes[0] }];
    const answers = await Promise.all(proofs.map((proof) => call("ProveSecondFactor", proof, cookie)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe("recovery codes", () => {
  it("are ten, each good once, worthless after new ones", async () => {
    const { recoveryCodes, session } = await withTotp();
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = "", second = ""] = recoveryCodes;
    const use = async (recoveryCode: string) =>
      call("ProveSecondFactor", { recoveryCode }, await firstStep());
    expect((await use(first.replaceAll("-", " ").toUpperCase())).status).toBe(200);
    expect(errorOf(await use(first))).toBe("400 WrongProof");
    const made = await call("RecoveryCodes", {}, session);
    expect(made.body["recoveryCodes"]).toHaveLength(10);
    expect(errorOf(await use(second))).toBe("400 WrongProof");
    expect((await call("Factors", {}, session)).body).toMatchObject({ recoveryCodesLeft: 10 });
  });
});

describe("a passkey", () => {
  const origin = "http://localhost:8080";
  const key = () => testAuthenticator("localhost", origin);
  const challengeOf = ({ body }: Answer) => String((body["passkey"] as { challenge: string }).challenge);

  async function addPasskey(session: Record<string, string>, made = key()) {
    const challenge = challengeOf(await call("AddFactor", { kind: "passkey" }, session));
    const answer = await call("ConfirmFactor", { passkey: made.make({ challenge }), name: "Desk" }, session);
    return { made, answer };
  }
  const alone = async () => {
    const answer = await call("SecondFactor", { passkeyAlone: true }, {});
    return { challenge: challengeOf(answer), cookie: { cookie: cookieOf(answer) } };
  };

  it("is a second factor or sole step, answered once", async () => {
    const session = by(await server.signIn());
    const { made, answer } = await addPasskey(session);
    expect(answer.body["recoveryCodes"]).toHaveLength(10);
    const cookie = await firstStep();
    const asked = await call("SecondFactor", {}, cookie);
    expect(asked.body).toMatchObject({ ways: ["passkey", "recovery"], passkey: { rpId: "localhost" } });
    const proof = made.prove({ challenge: challengeOf(asked), isVerified: false });
    expect((await call("ProveSecondFactor", { passkey: proof }, cookie)).body).toMatchObject({
      userName: "casey",
    });

    const begun = await alone();
    const passkey = made.prove({ challenge: begun.challenge });
    const done = await call("ProveSecondFactor", { passkey }, begun.cookie);
    expect(done.body).toMatchObject({ userName: "casey" });
    expect(errorOf(await call("ProveSecondFactor", { passkey }, begun.cookie))).toBe("400 SignInExpired");
    // The same answer does for no other question.
    expect(errorOf(await call("ProveSecondFactor", { passkey }, (await alone()).cookie))).toBe(
      "400 WrongProof",
    );
  });

  it("is refused for another origin, place, user or old counter", async () => {
    const { made } = await addPasskey(by(await server.signIn()));
    const tryAlone = async (how: object, by_ = made) => {
      const { challenge, cookie } = await alone();
      return errorOf(await call("ProveSecondFactor", { passkey: by_.prove({ challenge, ...how }) }, cookie));
    };
    expect(await tryAlone({ origin: "http://localhost:9090" })).toBe("400 WrongProof");
    expect(await tryAlone({ origin: "https://evil.example" })).toBe("400 WrongProof");
    expect(await tryAlone({ isVerified: false })).toBe("400 WrongProof");
    expect(await tryAlone({ counter: 0 })).toBe("400 WrongProof");
    expect(await tryAlone({}, key())).toBe("400 WrongProof");
    expect(await tryAlone({})).toBe("200 undefined");

    const robin = await addPasskey(by(await server.signIn("robin")));
    const cookie = await firstStep();
    const challenge = challengeOf(await call("SecondFactor", {}, cookie));
    const passkey = robin.made.prove({ challenge });
    expect(errorOf(await call("ProveSecondFactor", { passkey }, cookie))).toBe("400 WrongProof");
    await server.store.users.setDisabled("casey", true);
    expect(await tryAlone({})).toBe("400 WrongProof");
  });

  it("is not made at another origin, question, or twice", async () => {
    const session = by(await server.signIn());
    const made = key();
    const refuse = async (how: object) => {
      const challenge = challengeOf(await call("AddFactor", { kind: "passkey" }, session));
      return errorOf(await call("ConfirmFactor", { passkey: made.make({ challenge, ...how }) }, session));
    };
    expect(await refuse({ origin: "https://evil.example" })).toBe("400 WrongProof");
    expect(await refuse({ challenge: "bWFkZSB1cA" })).toBe("400 WrongProof");
    expect((await addPasskey(session, made)).answer.status).toBe(200);
    expect(errorOf((await addPasskey(session, made)).answer)).toBe("409 PasskeyKnown");
  });

  it("needs a name where the console opens by IP address", async () => {
    const own = await startTestServer();
    const answer = await own.post("/json/reply/SecondFactorRequest", { passkeyAlone: true });
    expect(errorOf(answer)).toBe("400 PasskeysNeedName");
    const session = by(await own.signIn());
    expect((await own.post("/json/reply/FactorsRequest", {}, session)).body).not.toHaveProperty(
      "passkeyPlace",
    );
    await own.stop();
  });
});

describe("a role that needs a second factor", () => {
  it("lets nobody do anything before it is set up", async () => {
    const session = by(await server.signIn("robin"));
    expect((await call("Account", {}, session)).body).toMatchObject({ mustSetUpFactor: true });
    for (const key of operationKeys) {
      const operation: OperationFacts = registry[key];
      if (operation.session !== "header") continue;
      const answer = await server.post(`/json/reply/${operation.name}`, {}, session);
      expect(answer.status === 403 && errorOf(answer).endsWith("SetUpNeeded"), key).toBe(
        operation.beforeFactor !== true,
      );
    }
    const inBody = {
      loggedInUser: "robin",
      sessionKey: session["x-ss-id"],
      emailServiceType: "DirectMessage",
    };
    expect((await call("GetMessageSummaries", inBody, {})).body).toMatchObject({ unauthorizedAccess: true });
    const { body } = await call("AddFactor", { kind: "totp" }, session);
    await call("ConfirmFactor", { code: codeOf(String(body["secret"])) }, session);
    expect((await call("Account", {}, session)).body).not.toHaveProperty("mustSetUpFactor");
    expect((await call("DirectAddresses", {}, session)).status).toBe(200);
    expect(errorOf(await call("RemoveFactor", { totp: true }, session))).toBe("409 FactorRequired");
  });
});

describe("asked again", () => {
  it("after ten minutes, by password or by factor alone", async () => {
    const session = by(await server.signIn());
    server.clock.now += 10 * minute;
    expect(errorOf(await call("AddFactor", { kind: "totp" }, session))).toBe("403 ProveAgain");
    expect((await call("Proof", {}, session)).body).toEqual({ ways: ["password"] });
    expect(errorOf(await call("ProveAgain", { password: "wrong" }, session))).toBe("400 WrongProof");
    expect(errorOf(await call("AddFactor", { kind: "totp" }, session))).toBe("403 ProveAgain");
    expect((await call("ProveAgain", { password: passwordOfCasey }, session)).status).toBe(200);
    const secret = String((await call("AddFactor", { kind: "totp" }, session)).body["secret"]);
    await call("ConfirmFactor", { code: codeOf(secret) }, session);

    server.clock.now += 10 * minute;
    expect(errorOf(await call("RemoveFactor", { totp: true }, session))).toBe("403 ProveAgain");
    expect((await call("Proof", {}, session)).body).toEqual({ ways: ["totp", "recovery"] });
    expect(errorOf(await call("ProveAgain", { password: passwordOfCasey }, session))).toBe("400 NotEmpty");
    expect(errorOf(await call("ProveAgain", { code: "000000" }, session))).toBe("400 WrongProof");
    expect((await call("ProveAgain", { code: codeOf(secret) }, session)).status).toBe(200);
    expect((await call("RemoveFactor", { totp: true }, session)).status).toBe(200);
    expect((await server.post("/auth", credentials("casey"))).status).toBe(200);
  });

  it("wherever the registry says so, and nowhere else", async () => {
    const { session } = await withTotp("robin");
    server.clock.now += 10 * minute;
    for (const key of operationKeys) {
      const operation: OperationFacts = registry[key];
      if (operation.session !== "header" || key === "listChanges") continue;
      const answer = await server.post(`/json/reply/${operation.name}`, {}, session);
      expect(errorOf(answer) === "403 ProveAgain", key).toBe(operation.asksAgain === true);
    }
  });

  it("and no burst of wrong codes is let through", async () => {
    const { session } = await withTotp();
    for (let times = 0; times < 10; times += 1) await call("ProveAgain", { code: "000000" }, session);
    expect(errorOf(await call("ProveAgain", { code: "000000" }, session))).toBe("429 TooManyRequests");
  });
});

describe("a reset", () => {
  it("is an administrator's, never one's own, and ends sessions", async () => {
    const casey = await withTotp();
    const { session } = await withTotp("robin");
    expect(errorOf(await call("ResetFactor", { userName: "robin" }, session))).toBe("403 NotYourOwn");
    expect(errorOf(await call("ResetFactor", { userName: "robin" }, casey.session))).toBe("403 Forbidden");
    const cookie = await firstStep();
    const factors = async () =>
      ((await call("ListPeople", {}, session)).body["people"] as Person[]).map((one) => one.secondFactor);
    expect(await factors()).toEqual(["set", "set"]);
    expect((await call("ResetFactor", { userName: "CASEY" }, session)).status).toBe(200);
    expect(errorOf(await call("ProveSecondFactor", { code: codeOf(casey.secret) }, cookie))).toBe(
      "400 SignInExpired",
    );
    expect((await call("Account", {}, casey.session)).status).toBe(401);
    expect((await server.post("/auth", credentials("casey"))).status).toBe(200);
    expect(errorOf(await call("ResetFactor", { userName: "casey" }, session))).toBe("409 NoFactor");
    expect(await factors()).toEqual(["none", "set"]);
    const rows = await server.store.db
      .selectFrom("audit_entry")
      .select(["actor", "subject"])
      .where("action", "=", "changed factor")
      .execute();
    expect(rows).toContainEqual({ actor: "robin", subject: "casey: reset" });
  });
});
