import { hexOf } from "#room/contract/primitives/hex.ts";

/** A file's type by its first bytes, regardless of its name and declared type. */
export interface SniffedType {
  contentType: string;
  label: string;
  /** How it can be previewed; `none` can only be saved. */
  preview: "pdf" | "image" | "tiff" | "text" | "ccda" | "archive" | "none";
}

const type = (contentType: string, label: string, preview: SniffedType["preview"] = "none"): SniffedType => ({
  contentType,
  label,
  preview,
});

const signatures: readonly [hex: string, offset: number, found: SniffedType][] = [
  ["89504e470d0a1a0a", 0, type("image/png", "PNG image", "image")],
  ["ffd8ff", 0, type("image/jpeg", "JPEG image", "image")],
  ["474946383761", 0, type("image/gif", "GIF image", "image")],
  ["474946383961", 0, type("image/gif", "GIF image", "image")],
  ["424d", 0, type("image/bmp", "BMP image", "image")],
  ["49492a00", 0, type("image/tiff", "TIFF image", "tiff")],
  ["4d4d002a", 0, type("image/tiff", "TIFF image", "tiff")],
  ["4449434d", 128, type("application/dicom", "DICOM image")],
  ["d0cf11e0a1b11ae1", 0, type("application/x-ole-storage", "Office document (old)")],
  ["7b5c727466", 0, type("application/rtf", "RTF document")],
  ["4d5a", 0, type("application/vnd.microsoft.portable-executable", "Windows program")],
  ["7f454c46", 0, type("application/x-executable", "program")],
  ["cafebabe", 0, type("application/java-vm", "program")],
  ["cffaedfe", 0, type("application/x-mach-binary", "program")],
  ["1f8b", 0, type("application/gzip", "gzip archive")],
  ["377abcaf271c", 0, type("application/x-7z-compressed", "7z archive")],
  ["526172211a07", 0, type("application/vnd.rar", "RAR archive")],
];

const latin = new TextDecoder("latin1");

function ofBytes(bytes: Uint8Array): SniffedType | undefined {
  const start = latin.decode(bytes.subarray(0, 1024));
  if (start.includes("%PDF-")) return type("application/pdf", "PDF", "pdf");
  for (const [hex, offset, found] of signatures) {
    if (
      hexOf(bytes.subarray(offset, offset + hex.length / 2)) === hex &&
      !(hex === "424d" && looksLikeText(bytes))
    )
      return found;
  }
  if (start.startsWith("RIFF") && start.slice(8, 12) === "WEBP")
    return type("image/webp", "WebP image", "image");
  if (start.slice(4, 12) === "ftypavif") return type("image/avif", "AVIF image", "image");
  if (start.slice(4, 8) === "ftyp") return type("video/mp4", "film");
  if (start.startsWith("PK\u0003\u0004") || start.startsWith("PK\u0005\u0006")) return ofZip(bytes);
  return undefined;
}

function ofZip(bytes: Uint8Array): SniffedType {
  const names = latin.decode(bytes.subarray(0, 8192));
  if (names.includes("word/"))
    return type("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "Word document");
  if (names.includes("xl/"))
    return type("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "Excel workbook");
  if (names.includes("ppt/"))
    return type("application/vnd.openxmlformats-officedocument.presentationml.presentation", "PowerPoint");
  if (names.includes("IHE_XDM") || names.includes("XDM"))
    return type("application/zip", "XDM package", "archive");
  return type("application/zip", "ZIP archive", "archive");
}

function looksLikeText(bytes: Uint8Array): boolean {
  const part = bytes.subarray(0, 4096);
  if (hexOf(part.subarray(0, 2)) === "fffe" || hexOf(part.subarray(0, 2)) === "feff") return true;
  let odd = 0;
  for (const byte of part) {
    if (byte === 0) return false;
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12 && byte !== 27) odd += 1;
  }
  return odd * 50 <= part.length;
}

function ofText(bytes: Uint8Array, claimed: string): SniffedType {
  const wide =
    hexOf(bytes.subarray(0, 2)) === "fffe"
      ? "utf-16le"
      : hexOf(bytes.subarray(0, 2)) === "feff"
        ? "utf-16be"
        : "utf-8";
  const start = new TextDecoder(wide).decode(bytes.subarray(0, 4096)).trimStart();
  if (/<(?:\w+:)?ClinicalDocument[\s>]/.test(start)) return type("application/xml", "C-CDA", "ccda");
  if (/^<\?xml|^<[A-Za-z][\w:-]*(?:\s+xmlns)/.test(start)) {
    if (/<(?:\w+:)?svg[\s>]/.test(start)) return type("image/svg+xml", "SVG drawing", "text");
    return type("application/xml", "XML", "text");
  }
  if (/^<!doctype html|^<html|^<(?:head|body|script|table|div)[\s>]/i.test(start))
    return type("text/html", "HTML page", "text");
  if (/^[{[]/.test(start)) return type("application/json", "JSON", "text");
  if (/^BEGIN:VCARD/i.test(start)) return type("text/vcard", "contact", "text");
  if (/^(?:MSH|FHS|BHS)\|/.test(start)) return type("application/hl7-v2", "HL7 message", "text");
  if (/csv/i.test(claimed)) return type("text/csv", "CSV", "text");
  return type("text/plain", "text", "text");
}

/** Detects a file's type. `claimed` is used only where the bytes are ambiguous, such as text or CSV. */
export function sniffType(bytes: Uint8Array, claimed: string): SniffedType {
  if (bytes.length === 0) return type("application/octet-stream", "empty file");
  const found = ofBytes(bytes);
  if (found) return found;
  if (looksLikeText(bytes)) return ofText(bytes, claimed);
  return type("application/octet-stream", "file");
}
