/** What a file's first bytes say: how to decode it as text, or why it cannot be. */
export type FileKind =
  | { readonly kind: "text"; readonly encoding: "utf-8" | "utf-16le" | "utf-16be"; readonly skip: number }
  | { readonly kind: "refused"; readonly message: string };

const signatures: readonly { readonly bytes: readonly number[]; readonly what: string }[] = [
  { bytes: [0x50, 0x4b, 3, 4], what: "a ZIP archive. Unzip it first" },
  { bytes: [0x1f, 0x8b], what: "a compressed file (.gz). Unpack it first" },
  { bytes: [0x25, 0x50, 0x44, 0x46], what: "a PDF" },
  { bytes: [0x89, 0x50, 0x4e, 0x47], what: "a picture" },
  { bytes: [0xff, 0xd8, 0xff], what: "a picture" },
  { bytes: [0x47, 0x49, 0x46, 0x38], what: "a picture" },
  { bytes: [0x53, 0x51, 0x4c, 0x69], what: "a database" },
];

const forms = "visits come as JSON (.json or .ndjson)";
const tables = `${forms}. Lines of a table can be copied and pasted into the charges of a visit.`;

/** Excel’s and Word’s files are archives too, of parts with these names; older ones have a form of their own. */
function isOffice(head: Uint8Array): boolean {
  const isArchive = startsWith(head, [0x50, 0x4b]);
  const hasParts = /\[Content_Types\]\.xml|_rels\/|\bxl\//.test(new TextDecoder("latin1").decode(head));
  return startsWith(head, [0xd0, 0xcf, 0x11, 0xe0]) || (isArchive && hasParts);
}

function startsWith(head: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte);
}

function refused(message: string): FileKind {
  return { kind: "refused", message };
}

/** By its first bytes; a few hundred are enough. */
export function fileKindOf(head: Uint8Array): FileKind {
  if (head.length === 0) return refused("The file is empty.");
  if (startsWith(head, [0xef, 0xbb, 0xbf])) return { kind: "text", encoding: "utf-8", skip: 3 };
  if (startsWith(head, [0xff, 0xfe])) return { kind: "text", encoding: "utf-16le", skip: 2 };
  if (startsWith(head, [0xfe, 0xff])) return { kind: "text", encoding: "utf-16be", skip: 2 };
  if (isOffice(head)) return refused(`This is an Excel or Word file; ${tables}`);
  const known = signatures.find(({ bytes }) => startsWith(head, bytes));
  if (known) return refused(`This is ${known.what}; ${forms}.`);
  // JSON starts with an ASCII character, so a zero byte means UTF-16 without a byte order mark.
  if (head[0] !== 0 && head[1] === 0) return { kind: "text", encoding: "utf-16le", skip: 0 };
  if (head[0] === 0 && head.length > 1 && head[1] !== 0)
    return { kind: "text", encoding: "utf-16be", skip: 0 };
  if (head.includes(0)) return refused(`This isn’t a text file; ${forms}.`);
  return { kind: "text", encoding: "utf-8", skip: 0 };
}

/** What text that is not JSON looks like, by its beginning; undefined when it may be JSON. */
export function wrongTextKind(beginning: string): string | undefined {
  const text = beginning.trimStart();
  if (text === "" || text.startsWith("{") || text.startsWith("[")) return undefined;
  if (/^<(!doctype html|html)/i.test(text))
    return "This is a web page, not JSON: a sign-in page may have been saved.";
  if (text.startsWith("<")) return `This is XML; ${forms}.`;
  if (/^(MSH|ISA)[|*~]/.test(text)) return `This is an HL7 or X12 message; ${forms}.`;
  const [firstLine = ""] = text.split("\n", 1);
  if (/[,;\t]/.test(firstLine) && !firstLine.includes("{")) return `This looks like a table (CSV); ${tables}`;
  return "Not valid JSON: a visit starts with { and a list of visits with [.";
}
