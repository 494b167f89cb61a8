/**
 * A bare code as a number: up to seven of blank, 0-9, A-Z to the base 37, left-justified, so that numbers sort as
 * codes do and all codes that begin alike stand together. 37^7 is far below 2^53.
 */
export const longestCode = 7;
const base = 37;
/** A key is taken apart in two halves that are small integers: dividing those costs far less. */
const lastFour = base ** 4;
/** By digit; the blank is none. */
const signs = ["", ..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

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
  return signsOf(first, longestCode - 4) + signsOf(key - first * lastFour, 4);
}

function signsOf(number: number, count: number): string {
  let rest = number;
  let text = "";
  for (let at = 0; at < count; at += 1) {
    text = (signs[rest % base] ?? "") + text;
    rest = Math.floor(rest / base);
  }
  return text;
}

function digitAt(bare: string, at: number): number {
  if (at >= bare.length) return 0;
  const unit = bare.charCodeAt(at);
  return unit <= 57 ? unit - 47 : unit - 54;
}
