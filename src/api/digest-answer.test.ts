import { expect, test } from "vitest";
import { digestAnswer, parseChallenge } from "./digest-answer.ts";

test("no digest, another algorithm or another qop is no challenge", () => {
  expect(parseChallenge("")).toBeUndefined();
  expect(parseChallenge('credentials realm="/auth/credentials"')).toBeUndefined();
  expect(parseChallenge('Digest realm="x", nonce="n", qop="auth", algorithm=MD5')).toBeUndefined();
  expect(parseChallenge('Digest realm="x", nonce="n", qop="auth-int", algorithm=SHA-256')).toBeUndefined();
  expect(parseChallenge('Digest realm="x", qop="auth", algorithm=SHA-256')).toBeUndefined();
});

test("a challenge is read despite quotes, escapes and other schemes", () => {
  expect(
    parseChallenge('Digest realm="a \\"b\\"", qop="auth, auth-int", algorithm="SHA-256", nonce="n="'),
  ).toEqual({
    realm: 'a "b"',
    nonce: "n=",
  });
  expect(
    parseChallenge('credentials realm="/c", Digest realm="r", nonce=abc, qop=auth, algorithm=SHA-256'),
  ).toEqual({
    realm: "r",
    nonce: "abc",
  });
});

test("of several challenges the one we can answer is taken", () => {
  const of = (algorithm: string, nonce: string) =>
    `Digest realm="r", nonce="${nonce}", qop="auth", algorithm=${algorithm}`;
  expect(parseChallenge(`${of("SHA-256", "1")}, ${of("MD5", "2")}`)).toEqual({ realm: "r", nonce: "1" });
  expect(parseChallenge(`${of("MD5", "2")}, ${of("SHA-256", "1")}, Basic realm="b"`)).toEqual({
    realm: "r",
    nonce: "1",
  });
});

test("a hostile header is read as fast as any other", () => {
  // Quadratic time would take minutes here.
  const many = 100_000;
  const startedAt = performance.now();
  for (const part of ["a", " ", ",", 'a="\\"', 'a="', "a=", "a =", "Digest ", '"', "=", "a ,"])
    expect(parseChallenge(`Digest qop="auth ${part.repeat(many)}`)).toBeUndefined();
  for (const part of ["a", " ", ",", "a=", "a =", "Digest ", "a ,"])
    expect(parseChallenge(`Digest qop="${" ".repeat(many)}x", ${part.repeat(many)}`)).toBeUndefined();
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

test("the example of RFC 7616, 3.9.1 comes out as printed", async () => {
  const challenge = { realm: "http-auth@example.org", nonce: "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v" };
  const question = {
    userName: "Mufasa",
    password: "Circle of Life",
    cnonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ",
    nc: "00000001",
    uri: "/dir/index.html",
  };
  expect(await digestAnswer(challenge, question, "GET")).toBe(
    "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1",
  );
});
