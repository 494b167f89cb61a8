import { expect, test } from "vitest";
import { passwordFault } from "./password-rule.ts";

const names = ["casey", "Casey Morgan", "Harbor Urgent Care", "casey.m"];
const fault = (password: string, least = 15) => passwordFault(password, least, names);

test.each([
  "seven blue kettles sing",
  "fünf blaue Kessel singen",
  "no capitals no digits no signs",
  "日本語の合い言葉はとても長いのです",
  "x9!Kq#2mZ$7wLp&4",
  "the quick fox, the slow dog, and 64 characters more of what they said to each other that day",
  "the harbor master sleeps till noon",
  "1234 sun-8-shine 5678",
  "casey morgan kz7qWptx",
  "cas cas cas cas ab",
])("takes %s", async (password) => {
  expect(await fault(password)).toBeUndefined();
});

test.each([
  ["fourteen signs", /at least 15 characters/],
  // Fifteen UTF-16 units, but eight letters to a person.
  ["🐢🐢🐢🐢🐢🐢🐢a", /at least 15/],

  ["1qaz2wsx3edc4rfv", /easy to guess/],
  ["1QAZ2WSX3EDC4RFV", /easy to guess/],
  ["passwordpasswordpassword", /easy to guess/],
  ["Password1Password1", /easy to guess/],
  ["aaaaaaaaaaaaaaaaaaaa", /easy to guess/],
  ["abababababababababab", /easy to guess/],
  ["password20262026!!", /easy to guess/],
  ["x9!Kx9!Kx9!Kx9!K", /easy to guess/],
  ["1234567password!!!", /easy to guess/],
  ["casey password 1", /mostly your name/],
  ["Casey.Morgan.2026", /mostly your name/],
  ["HarborUrgentCare2026", /mostly your name/],
  ["harbor-casey-morgan-qwerty123", /mostly your name/],
  ["visitchargevisitcharge!", /mostly your name/],
])("refuses %s", async (password, words) => {
  expect(await fault(password)).toMatch(words);
});

test("looks for whole names before their parts, of four letters", async () => {
  const of = (password: string) => passwordFault(password, 15, ["anne", "Jo Anne Lee", "kurt"]);
  expect(await of("joannelee12345678")).toMatch(/mostly your name/);
  expect(await of("kurt1kurt2kurt3!")).toMatch(/mostly your name/);
  expect(await of("lee1lee2lee3lee4lee")).toBeUndefined();
});

test("takes no more than is worth hashing", async () => {
  expect(await fault("x".repeat(1025))).toMatch(/at most 1,024/);
});

test("accepts eight characters with a second factor, never common ones", async () => {
  expect(await fault("kz7#qWpt", 8)).toBeUndefined();
  expect(await fault("password", 8)).toMatch(/easy to guess/);
  expect(await fault("sunshine", 8)).toMatch(/easy to guess/);
  expect(await fault("kz7#qWp", 8)).toMatch(/at least 8/);
});
