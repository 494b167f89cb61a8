import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeBase64, encodeBase64 } from "./base64-bytes.ts";

it("writes the base64 that the platform writes, and reads it back", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const text = new TextDecoder().decode(encodeBase64(bytes));
      expect(text).toBe(Buffer.from(bytes).toString("base64"));
      expect([...decodeBase64(text)]).toEqual([...bytes]);
      expect([...decodeBase64(text.replaceAll(/(.{7})/g, "$1\r\n"))]).toEqual([...bytes]);
    }),
  );
});
