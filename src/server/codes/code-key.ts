/**
 * A bare code as a number: up to seven of blank, 0-9, A-Z to the base 37, left-justified, so that numbers sort as
 * codes do and all codes that begin alike stand together. 37^7 is far below 2^53.
 */
const longestCode = 7;
const base = 37;
/** A key is taken apart in two halves that are small integers: dividing those costs far less. */
const lastFour = base ** 4;
/** By digit. */
const units = Uint8Array.from(" 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", (sign) => sign.charCodeAt(0));

export function keyOfCode(bare: string): number {
  let key = 0;
  for (let at = 0; at < longestCode; at += 1) key = key * base + digitAt(bare, at);
  return key;
}

/** The first key that no code with this beginning has. */
export function keyAfter(prefix: string): number {
  return keyOfCode(prefix) + base ** (longestCode - prefix.length);
}

export function codeOfKey(key: number): string {
  const first = Math.floor(key / lastFour);
  const last = key - first * lastFour;
  // All at once: a text that is put together sign by sign costs as much as the rest of an answer.
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
