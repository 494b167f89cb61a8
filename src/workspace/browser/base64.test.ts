import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeBase64 } from "./base64.ts";

it("reads the platform's base64, with and without line breaks", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const text = Buffer.from(bytes).toString("base64");
      expect([...decodeBase64(text)]).toEqual([...bytes]);
      expect([...decodeBase64(text.replaceAll(/(.{7})/g, "$1\r\n"))]).toEqual([...bytes]);
    }),
  );
});
