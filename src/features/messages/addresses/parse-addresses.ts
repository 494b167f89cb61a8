import { type Piece, longestPiece, withoutGroupLabel, piecesOf } from "./address-pieces.ts";

/** One address as typed or pasted. `address` is empty if the text contains none. */
export interface ParsedAddress {
  name: string;
  address: string;
  /** The source text, kept so that a wrong address can be corrected. */
  text: string;
}

function unquoted(name: string): string {
  const trimmed = name.trim();
  const inner = /^"((?:[^"\\]|\\.)*)"$/.exec(trimmed) ?? /^'([^']*)'$/.exec(trimmed);
  return (inner ? (inner[1] ?? "").replaceAll(/\\(.)/g, "$1") : trimmed).replaceAll(/\s+/g, " ").trim();
}

function bare(text: string): string {
  return text
    .trim()
    .replace(/^mailto:/i, "")
    .replace(/^['"<([]+/, "")
    .replace(/(?<![>'")\].:])[>'")\].:]+$/, "")
    .trim();
}

function readPiece(text: string): ParsedAddress[] {
  const kept = text.trim();
  if (kept.length > longestPiece) return [{ name: "", address: "", text: kept }];
  const angled = /^(.*)<([^<>]*)>[^<>]*$/s.exec(kept);
  if (angled) {
    const address = (angled[2] ?? "")
      .trimStart()
      .replace(/^mailto:/, "")
      .trimEnd();
    return [{ name: unquoted(angled[1] ?? ""), address, text: kept }];
  }
  const commented = /^([^\s()]+@[^\s()]+)\s*\(([^()]*)\)$/.exec(kept);
  if (commented)
    return [{ name: unquoted(commented[2] ?? ""), address: bare(commented[1] ?? ""), text: kept }];
  const quotedLocal = /^"(?:[^"\\]|\\.)+"@\S+$/.exec(kept);
  if (quotedLocal) return [{ name: "", address: kept, text: kept }];
  return readLoose(kept);
}

/** Without brackets: several addresses separated by spaces, or a name followed by an address. */
function readLoose(kept: string): ParsedAddress[] {
  const words = kept.split(/\s+/);
  const addresses = words.filter((word) => word.includes("@"));
  if (addresses.length === 0) return [{ name: "", address: "", text: kept }];
  if (addresses.length > 1 || words.length === 1) {
    return addresses.map((word) => ({ name: "", address: bare(word), text: word }));
  }
  const name = words.filter((word) => !word.includes("@")).join(" ");
  return [{ name: unquoted(name.replace(/[-–:]\s*$/, "")), address: bare(addresses[0] ?? ""), text: kept }];
}

/** `Doe, Jane <jane@x.y>`: a comma inside an unquoted name, as address books export it. */
function joinSplitNames(pieces: Piece[]): string[] {
  const joined: string[] = [];
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at];
    const next = pieces[at + 1];
    if (!piece) continue;
    if (piece.text.length > longestPiece) {
      joined.push(piece.text);
      continue;
    }
    const text = withoutGroupLabel(piece.text);
    if (text.trim() === "") continue;
    const nameOnly = !text.includes("@") && piece.end === ",";
    if (
      nameOnly &&
      next &&
      next.text.length <= longestPiece &&
      /^[^@]*<[^<>]*@[^<>]*>/.test(next.text) &&
      next.text.trim()[0] !== "<"
    ) {
      joined.push(`${text.trim()}, ${next.text.trim()}`);
      at += 1;
    } else joined.push(text);
  }
  return joined;
}

/**
 * Reads addresses from typed or pasted text: separated by commas, semicolons, line breaks or spaces; bare, in angle
 * brackets, with quoted or bare names (also "Doe, Jane <…>"), comments, mailto: and groups.
 */
export function parseAddresses(text: string): ParsedAddress[] {
  return joinSplitNames(piecesOf(text)).flatMap(readPiece);
}

/** Keeps the first of each address, compared case-insensitively as mail systems do. */
export function withoutDuplicates<T extends { address: string; text: string }>(list: readonly T[]): T[] {
  const seen = new Set<string>();
  return list.filter((entry) => {
    const key = (entry.address || entry.text).toLowerCase();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** `Name <address>`, quoted if the name requires it. */
export function formatAddress(entry: { name: string; address: string }): string {
  if (entry.name === "") return entry.address;
  const plain = /^[\w !#$%&'*+/=?^`{|}~.-]+$/.test(entry.name) && !entry.name.includes("@");
  const name = plain ? entry.name : `"${entry.name.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  return `${name} <${entry.address}>`;
}
