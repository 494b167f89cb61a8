import { expect, it } from "vitest";
import { previewOf } from "./message-preview.ts";
import { workMs } from "#room/testing/work-ms.ts";

it("is the first words of the text", () => {
  expect(previewOf({ textBody: "  Dear Dr. Lee,\r\n\r\nthe\tlabs \u202Eare\u2069 in. " })).toBe(
    "Dear Dr. Lee, the labs are in.",
  );
  expect([...previewOf({ textBody: "😀".repeat(500) })]).toHaveLength(160);
  expect(previewOf({})).toBe("");
});

it("keeps joined signs, and no hyphens that are not seen", () => {
  expect(previewOf({ textBody: "👨‍👩‍👧 state\u00ADment" })).toBe("👨‍👩‍👧 statement");
});

it("reads HTML without its tags, styles and scripts", () => {
  const htmlBody =
    "<head><title>No</title></head><style>p { color: red }</style><!-- hidden --><p>Labs&nbsp;&amp; <b>notes</b> &#38; x</p><script>alert(1)</script>";
  expect(previewOf({ textBody: " ", htmlBody })).toBe("Labs & notes & x");
});

it("is quick for HTML that never ends", () => {
  for (const piece of ["<style", "<!--", "<a ", "&#", "<head><title>"]) {
    const htmlBody = piece.repeat(200_000);
    expect(workMs(() => previewOf({ htmlBody }))).toBeLessThan(500);
  }
  expect(previewOf({ htmlBody: "&#999999;a&#1114112;" })).toContain("a");
});
