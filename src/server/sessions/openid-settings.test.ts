import { expect, test } from "vitest";
import { readSettings } from "#room/server/settings.ts";
import { openIdSettings } from "./openid-settings.ts";

const whole = {
  OPENID_DESK_ISSUER: " https://id.clinic.example/realm ",
  OPENID_DESK_CLIENT_ID: "console",
  OPENID_DESK_CLIENT_SECRET: "secret",
};
const read = (changes: Record<string, string> = {}) =>
  openIdSettings(readSettings({ OPENID_PROVIDERS: "Desk", ...whole, ...changes }))[0];

test("a provider is read from its variables", () => {
  expect(read()).toEqual({
    name: "desk",
    issuer: new URL("https://id.clinic.example/realm"),
    clientId: "console",
    clientSecret: "secret",
    asksAnew: true,
  });
});

test.each(["ISSUER", "CLIENT_ID", "CLIENT_SECRET"])("it needs its %s", (suffix) => {
  const variable = `OPENID_DESK_${suffix}`;
  expect(() => read({ [variable]: " " })).toThrow(`${variable} must be given, as Desk is one of`);
});

test.each([
  ["https://id.example", true],
  ["http://localhost:9000", true],
  ["http://127.0.0.1:9000", true],
  ["http://id.example", false],
  ["http://10.0.0.1", false],
  ["http://127.0.0.1.evil.example", false],
  ["http://localhost.evil.example", false],
  ["ftp://localhost", false],
  ["id.example", false],
])("whether its issuer may be %s is %s", (issuer, may) => {
  const reading = () => read({ OPENID_DESK_ISSUER: issuer });
  if (may) expect(reading()?.issuer).toEqual(new URL(issuer));
  else expect(reading).toThrow("OPENID_DESK_ISSUER must be an https address");
});

test.each([
  ["", true],
  ["Yes", true],
  ["NO", false],
  ["not", undefined],
  ["anyes", undefined],
  ["yes!", undefined],
  ["a no", undefined],
])("ASK_ANEW %j is %s", (text, asks) => {
  const reading = () => read({ OPENID_DESK_ASK_ANEW: text });
  if (asks === undefined) expect(reading).toThrow("OPENID_DESK_ASK_ANEW must be yes or no");
  else expect(reading()?.asksAnew).toBe(asks);
});
