import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attachmentBudget, usualLimits } from "./attachment-budget.ts";
import { checkContent } from "./check-content.ts";
import { checkFileName } from "./check-file-name.ts";
import { safeFileName } from "#room/contract/primitives/safe-file-name.ts";
import { sniffType } from "./sniff-type.ts";

describe("safeFileName", () => {
  it.each([
    ["../../etc/passwd", "passwd"],
    [String.raw`C:\temp\scan.pdf`, "scan.pdf"],
    ["photo\u202Egpj.exe", "photogpj.exe"],
    ["a\u0000b\r\n.pdf", "ab.pdf"],
    ["...", "attachment"],
    ["", "attachment"],
    [undefined, "attachment"],
    ["CON.txt", "_CON.txt"],
    ["a:b?.pdf", "a_b_.pdf"],
    ["  name  .pdf. ", "name .pdf"],
    [".htaccess", "htaccess"],
    ["Befund für Müller.pdf", "Befund für Müller.pdf"],
  ])("makes %j safe", (raw, expected) => {
    expect(safeFileName(raw)).toBe(expected);
  });

  it("keeps a long name's ending, stable for all inputs", () => {
    expect(safeFileName(`${"x".repeat(300)}.pdf`)).toMatch(/^x{116}\.pdf$/);
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (raw) => {
        const name = safeFileName(raw);
        expect(name).not.toMatch(/[/\\\p{Cc}\u202e]/u);
        expect(name.length).toBeGreaterThan(0);
        expect(safeFileName(name)).toBe(name);
      }),
    );
  });
});

describe("checkFileName", () => {
  it("warns of programs, double endings and turned writing", () => {
    expect(checkFileName("scan.pdf")).toEqual([]);
    expect(checkFileName("scan.pdf.exe")[0]?.message).toContain("two endings");
    expect(checkFileName("run.js")[0]?.message).toContain("can run");
    expect(checkFileName("photo\u202Egpj.exe")).toHaveLength(2);
  });
});

const bytes = (text: string) => new TextEncoder().encode(text);

describe("sniffType", () => {
  it.each([
    [bytes(""), "empty file", "none"],
    [bytes("%PDF-1.7\n"), "PDF", "pdf"],
    [new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), "PNG image", "image"],
    [new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), "JPEG image", "image"],
    [new Uint8Array([0x49, 0x49, 0x2a, 0x00, 8, 0, 0, 0]), "TIFF image", "tiff"],
    [bytes("MZ\u0090\u0000"), "Windows program", "none"],
    [
      bytes('<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?><ClinicalDocument xmlns="urn:hl7-org:v3">'),
      "C-CDA",
      "ccda",
    ],
    [bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="x()">'), "SVG drawing", "text"],
    [bytes("<!DOCTYPE html><script>"), "HTML page", "text"],
    [bytes("Good morning"), "text", "text"],
    [bytes("BMI 23, weight 70 kg"), "text", "text"],
    [bytes("MSH|^~\\&|A"), "HL7 message", "text"],
    [new Uint8Array([0, 1, 2, 3]), "file", "none"],
    [bytes("PK\u0003\u0004....word/document.xml"), "Word document", "none"],
  ])("tells by content (%#)", (content, label, preview) => {
    expect(sniffType(content, "application/pdf")).toMatchObject({ label, preview });
  });
});

describe("checkContent", () => {
  it.each([
    ["scan.pdf", "application/pdf", 9, undefined],
    ["scan.pdf", "image/png", 9, "not a PDF"],
    ["scan.pdf", "application/octet-stream", 9, "not a PDF"],
    ["scan.PDF", "application/pdf", 0, "empty"],
    ["report.docx", "application/zip", 9, undefined],
    ["notes.txt", "application/pdf", 9, "not text"],
    ["list.csv", "text/csv", 9, undefined],
    ["noending", "application/octet-stream", 9, undefined],
    ["film.mp4", "application/octet-stream", 9, undefined],
  ])("says of %s with %s what is wrong with it", (fileName, contentType, size, words) => {
    const found = checkContent({ fileName, contentType, size });
    if (words === undefined) expect(found).toEqual([]);
    else expect(found.join()).toContain(words);
  });
});

describe("attachmentBudget", () => {
  it("counts what base64 adds", () => {
    const budget = attachmentBudget([{ id: "a", fileName: "a", size: 30_000_000 }], 0, usualLimits);
    expect(budget.used).toBeGreaterThan(40_000_000);
    expect(budget.faults).toEqual([]);
  });

  it("names the file, or the whole, that is too big", () => {
    const file = (id: string, size: number) => ({ id, fileName: `${id}.pdf`, size });
    expect(attachmentBudget([file("a", 40_000_000)], 0, usualLimits).faults[0]?.id).toBe("a");
    const many = attachmentBudget([file("a", 25_000_000), file("b", 26_000_000)], 0, usualLimits);
    expect(many.faults.map((fault) => fault.message).join()).toContain("grow by a third");
    const most = attachmentBudget([file("a", 32_000_000), file("b", 31_500_000)], 0, usualLimits);
    expect(most.faults[0]?.message).toMatch(/^85 MB when sent, limit 67 MB\./);
  });
});
