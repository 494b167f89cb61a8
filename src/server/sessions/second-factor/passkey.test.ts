import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { startTestServer } from "#room/server/test-server.ts";
import { keepPending } from "./challenges.ts";
import { testAuthenticator } from "./test-authenticator.ts";
import {
  type Answer,
  call,
  cookieOf,
  by,
  server,
  firstStep,
  errorOf,
  minute,
  serverOfEach,
  withTotp,
} from "./test-second-factor.ts";

serverOfEach();

describe("a passkey", () => {
  const origin = "http://localhost:8080";
  const key = () => testAuthenticator("localhost", origin);
  const challengeOf = ({ body }: Answer) => String((body["passkey"] as { challenge: string }).challenge);

  async function addPasskey(session: Record<string, string>, made = key()) {
    const challenge = challengeOf(await call("AddFactor", { kind: "passkey" }, session));
    const answer = await call(
      "ConfirmFactor",
      { passkey: made.make({ challenge }), name: " Desk " },
      session,
    );
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
    const question = await call("SecondFactor", {}, cookie);
    expect(question.body).toMatchObject({ ways: ["passkey", "recovery"], passkey: { rpId: "localhost" } });
    const proof = made.prove({ challenge: challengeOf(question), isVerified: false });
    expect((await call("ProveSecondFactor", { passkey: proof }, cookie)).body).toMatchObject({
      userName: "casey",
    });

    const begun = await alone();
    const passkey = made.prove({ challenge: begun.challenge });
    const done = await call("ProveSecondFactor", { passkey }, begun.cookie);
    expect(done.body).toMatchObject({ userName: "casey" });
    expect(errorOf(await call("ProveSecondFactor", { passkey }, begun.cookie))).toBe("400 SignInExpired");
    // The same answer is not valid for another challenge.
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
    await server.store.users.change("casey", { disabled: true });
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

  it("answers a question once, even wrongly", async () => {
    const { made } = await addPasskey(by(await server.signIn()));
    const evil = { origin: "https://evil.example" };
    const begun = await alone();
    const answer = (how: object = {}) =>
      call(
        "ProveSecondFactor",
        { passkey: made.prove({ challenge: begun.challenge, ...how }) },
        begun.cookie,
      );
    expect(errorOf(await answer(evil))).toBe("400 WrongProof");
    expect(errorOf(await answer())).toBe("400 WrongProof");

    const cookie = await firstStep();
    const prove = async (challenge: string, how: object = {}) =>
      errorOf(await call("ProveSecondFactor", { passkey: made.prove({ challenge, ...how }) }, cookie));
    // Nothing was asked yet.
    expect(await prove(begun.challenge)).toBe("400 WrongProof");
    const challenge = challengeOf(await call("SecondFactor", {}, cookie));
    expect(await prove(challenge, evil)).toBe("400 WrongProof");
    expect(await prove(challenge)).toBe("400 WrongProof");
  });

  it("beside another factor ends no session, makes no codes", async () => {
    const { session, recoveryCodes } = await withTotp();
    const other = by(
      (await call("ProveSecondFactor", { recoveryCode: recoveryCodes[0] }, await firstStep())).body[
        "sessionId"
      ],
    );
    expect(errorOf(await call("ConfirmFactor", {}, session))).toBe("400 NotEmpty");
    expect((await addPasskey(session)).answer.body).toEqual({ recoveryCodes: [] });
    server.clock.now += 1000;
    const challenge = challengeOf(await call("AddFactor", { kind: "passkey" }, session));
    const both = [key(), key()].map((made) => ({ passkey: made.make({ challenge }) }));
    // One question makes one passkey.
    const answers = await Promise.all(both.map((each) => call("ConfirmFactor", each, session)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect((await call("Factors", {}, other)).body).toMatchObject({
      passkeys: [{ name: "Desk" }, { name: "Passkey" }],
      recoveryCodesLeft: 9,
    });
    await server.store.db.deleteFrom("recovery_code").execute();
    const { body } = await call("SecondFactor", {}, await firstStep());
    expect(body["ways"]).toEqual(["passkey", "totp"]);
  });

  it("is asked of strangers so often and no more", async () => {
    const { store, settings, clock } = server;
    const pending = { kind: "passkey-sign-in", userId: undefined, challenge: "c" } as const;
    const keep = (count: number, addressKey: string) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          keepPending(store, `${addressKey} ${index}`, { pending, now: clock.now, addressKey }),
        ),
      );
    await keep(settings.addressFailures - 1, "127.0.0.1");
    const asked = await call("SecondFactor", { passkeyAlone: true }, {});
    expect([asked.status, asked.body["ways"]]).toEqual([200, ["passkey"]]);
    expect(String(asked.headers["set-cookie"])).toMatch(/ss-factor=[\w-]{32}; Max-Age=300; /);
    const refused = await call("SecondFactor", { passkeyAlone: true }, {});
    expect([errorOf(refused), refused.headers["retry-after"]]).toEqual(["429 TooManyRequests", "300"]);
    clock.now += 5 * minute;
    // One statement: as many rows one by one take a second.
    await sql`with recursive one(n) as (select 1 union all select n + 1 from one where n < 4999)
      insert into factor_challenge (handle_hash, address_key, content, tries, expires_at)
      select 'h' || n, 'a' || n, '{}', 0, ${clock.now + 1000} from one`.execute(store.db);
    expect((await call("SecondFactor", { passkeyAlone: true }, {})).status).toBe(200);
    expect(errorOf(await call("SecondFactor", { passkeyAlone: true }, {}))).toBe("429 TooManyRequests");
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
