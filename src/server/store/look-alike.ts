/**
 * Letters of other scripts that look like Latin ones, after Unicode's confusables (UTS 39): those of the scripts that
 * user names are written in.
 */
const latinOf: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: "αа",
    A: "ΑА",
    b: "Ь",
    B: "ΒВ",
    c: "сϲ",
    C: "СϹ",
    d: "ԁ",
    e: "еҽ",
    E: "ΕЕ",
    f: "ք",
    F: "Ϝ",
    g: "ց",
    G: "Ԍ",
    h: "һհ",
    H: "ΗН",
    i: "ιіꙇӏ",
    I: "ΙІӀ",
    j: "ϳј",
    J: "ͿЈ",
    k: "κк",
    K: "ΚК",
    l: "וןا",
    m: "м",
    M: "ΜϺМ",
    n: "ոռ",
    N: "Ν",
    o: "οσоօסهھہەഠဝဠ",
    O: "ΟОՕଠ",
    p: "ρр",
    P: "ΡР",
    q: "ԛգզ",
    r: "г",
    s: "ѕ",
    S: "ЅՏ",
    t: "т",
    T: "ΤТ",
    u: "υս",
    U: "Սሀ",
    v: "νѵט",
    V: "Ѵ",
    w: "ѡԝա",
    W: "Ԝ",
    x: "х",
    X: "ΧХ",
    y: "γуүყ",
    Y: "ΥУҮ",
    Z: "Ζ",
  }).flatMap(([latin, letters]) => [...letters].map((letter): [string, string] => [letter, latin])),
);

/** What a name looks like, whatever script it is written in. */
function looksOf(name: string): string {
  const letters = [...name.trim().normalize("NFKD")];
  return letters
    .map((letter) => latinOf.get(letter) ?? letter)
    .join("")
    .toLowerCase();
}

/** The name among those that this one looks like, although it is written differently; undefined if there is none. */
export function lookAlikeOf(name: string, others: readonly string[]): string | undefined {
  const looks = looksOf(name);
  return others.find((other) => looksOf(other) === looks);
}
