import { describe, expect, it } from "vitest";
import { startTestServer } from "#room/server/test-server.ts";
import { testAuthenticator } from "./test-authenticator.ts";
import {
  type Answer,
  call,
  cookieOf,
  by,
  server,
  firstStep,
  errorOf,
  serverOfEach,
} from "./test-second-factor.ts";

serverOfEach();

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
