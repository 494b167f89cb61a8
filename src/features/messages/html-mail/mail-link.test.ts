import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blockedSentence } from "./blocked.ts";
import { readLink, safeHref } from "./mail-link.ts";

describe("safeHref", () => {
  it.each([
    "javascript:alert(1)",
    " java\tscript:alert(1)",
    "\u0001javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://x/1",
    "relative/path",
    "#anchor",
    "",
    "https://",
  ])("is none for %j", (text) => {
    expect(safeHref(text)).toBeUndefined();
  });

  it("is the absolute address for pages, mailboxes and telephones", () => {
    expect(safeHref(" https://x.example/a b ")).toBe("https://x.example/a%20b");
    expect(safeHref("//x.example")).toBe("https://x.example/");
    expect(safeHref("mailto:a@x.example")).toBe("mailto:a@x.example");
    expect(safeHref("tel:+1-555")).toBe("tel:+1-555");
  });

  it("has one of four schemes, whatever the text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.webUrl()), (text) => {
        expect(safeHref(text) ?? "https:").toMatch(/^(?:https?|mailto|tel):/);
      }),
    );
  });
});

describe("readLink", () => {
  const warnings = (href: string, text = "here") => readLink({ href, text }).warnings.join(" ");

  it("says nothing of a plain link whose words agree", () => {
    expect(warnings("https://www.x.example/login", "https://x.example/login")).toBe("");
    expect(warnings("https://portal.x.example/", "x.example")).toBe("");
  });

  it.each([
    ["https://evil.example/", "www.bank.example", "The link says bank.example"],
    ["https://bank.example.evil.example/", "bank.example", "The link says"],
    ["https://xn--80ak6aa92e.example/", "here", "letters that can pass for others"],
    ["https://bank.example@evil.example/", "here", "before the @"],
    ["https://127.0.0.1/", "here", "numeric address"],
    ["https://bit.ly/x", "here", "shortened link"],
    ["https://x.example:8443/", "here", "unusual port, 8443"],
    ["http://x.example/", "here", "not be encrypted"],
  ])("warns of %s under %j", (href, text, expected) => {
    expect(warnings(href, text)).toContain(expected);
  });
});

describe("blockedSentence", () => {
  it("counts by kind, in words", () => {
    expect(blockedSentence([])).toBeUndefined();
    expect(blockedSentence([{ kind: "script", address: "" }])).toBe("1 script was blocked.");
    const images = [1, 2, 3].map((number) => ({ kind: "remote-image", address: String(number) }) as const);
    expect(blockedSentence([...images, { kind: "tracking-link", address: "" }])).toBe(
      "3 remote images and 1 tracking link were blocked.",
    );
  });
});
