import { expect, test } from "vitest";
import { madePasskey, placeOf, provingWays } from "./passkeys.ts";
import { testAuthenticator } from "./test-authenticator.ts";

const origin = "http://localhost:8080";
const challenge = "to be signed";

test.each([
  [origin, "localhost"],
  ["https://billing.clinic.example", "billing.clinic.example"],
  ["http://192.0.2.1:8080", undefined],
  ["http://[2001:db8::1]:8080", undefined],
])("passkeys of %s are bound to %s", (of, place) => {
  expect(placeOf(of)).toBe(place);
});

const row = {
  credential_id: "c",
  user_id: 7,
  public_key: "k",
  transports: "[]",
  rp_id: "localhost",
  counter: 0,
  name: "Desk",
  created_at: 1,
  last_used_at: null,
};

test.each([
  [{ passkeys: [row] }, origin, ["passkey"]],
  [{ passkeys: [row], totpSince: 0, recoveryCodesLeft: 1 }, origin, ["passkey", "totp", "recovery"]],
  [{ passkeys: [row] }, "https://other.example", []],
  [{ passkeys: [row], totpSince: 1 }, "http://192.0.2.1", ["totp"]],
  [{ recoveryCodesLeft: 1 }, origin, ["recovery"]],
])("who has %o proves at %s by %j", async (factors, of, ways) => {
  const none = { passkeys: [], totpSince: undefined, recoveryCodesLeft: 0 };
  const answer = await provingWays({ ...none, ...factors }, of);
  expect(answer.ways).toEqual(ways);
  expect("passkey" in answer).toBe(ways.includes("passkey"));
});

test("only passkeys of the question’s own place are named", async () => {
  const passkeys = [row, { ...row, credential_id: "d", rp_id: "other.example" }];
  const { passkey } = await provingWays({ passkeys, totpSince: undefined, recoveryCodesLeft: 0 }, origin);
  expect(passkey?.allowCredentials?.map(({ id }) => id)).toEqual(["c"]);
});

test("a passkey is kept as made, never at an address", async () => {
  const made = testAuthenticator("localhost", origin).make({ challenge, isVerified: false });
  const signed = Buffer.from(challenge).toString("base64url");
  const keep = (transports?: string[], expected = { challenge, origin }) =>
    madePasskey({ ...made, response: { ...made.response, transports } }, expected);
  expect(await keep(["usb"])).toMatchObject({ rp_id: "localhost", transports: '["usb"]' });
  expect(await keep()).toMatchObject({ transports: "[]" });
  expect(await keep(Array(12).fill("usb"))).toMatchObject({
    transports: JSON.stringify(Array(10).fill("usb")),
  });
  expect(await keep([], { challenge: signed, origin })).toBeUndefined();
  const address = "http://192.0.2.1";
  const there = testAuthenticator("192.0.2.1", address).make({ challenge });
  expect(await madePasskey(there, { challenge, origin: address })).toBeUndefined();
});
