import fc from "fast-check";
import { expect, test } from "vitest";
import { base64Length, base64Size, isBase64 } from "./base64.ts";

test("size and length agree with real encoding for any bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      const text = Buffer.from(bytes).toString("base64");
      expect(isBase64(text)).toBe(true);
      expect(base64Size(text)).toBe(bytes.length);
      expect(base64Length(bytes.length)).toBe(text.length);
      const folded = text.replaceAll(/.{76}/g, "$&\r\n");
      expect(isBase64(folded)).toBe(true);
      expect(base64Size(folded)).toBe(bytes.length);
    }),
  );
});

test.each(["a", "ab=", "====", "a===", "ab$=", "aGk=aGk=", "aGk-"])("%j is no base64", (text) => {
  expect(isBase64(text)).toBe(false);
});
