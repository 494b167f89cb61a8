/**
 * A bare code as a number: up to seven characters of space, 0-9, A-Z in base 37, left-justified, so that numbers sort
 * as codes do and codes with the same beginning are adjacent. 37^7 is far below 2^53.
 */
const longestCode = 7;
const base = 37;
/** A key is decoded in two halves that are small integers, which are much cheaper to divide. */
const lastFour = base ** 4;
/** By digit. */
const units = Uint8Array.from(" 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", (sign) => sign.charCodeAt(0));

export function keyOfCode(bare: string): number {
  let key = 0;
  for (let at = 0; at < longestCode; at += 1) key = key * base + digitAt(bare, at);
  return key;
}

/** The first key after all codes with this beginning. */
export function keyAfter(prefix: string): number {
  return keyOfCode(prefix) + base ** (longestCode - prefix.length);
}

export function codeOfKey(key: number): string {
  const first = Math.floor(key / lastFour);
  const last = key - first * lastFour;
  // All at once: building the text character by character costs as much as the rest of an answer.
  return String.fromCharCode(
    unitOf(first, base ** 2),
    unitOf(first, base),
    unitOf(first, 1),
    unitOf(last, base ** 3),
    unitOf(last, base ** 2),
    unitOf(last, base),
    unitOf(last, 1),
  ).trimEnd();
}

function unitOf(number: number, place: number): number {
  return units[Math.floor(number / place) % base] ?? 0;
}

function digitAt(bare: string, at: number): number {
  if (at >= bare.length) return 0;
  const unit = bare.charCodeAt(at);
  return unit <= 57 ? unit - 47 : unit - 54;
}
