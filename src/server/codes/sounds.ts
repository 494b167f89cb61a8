const vowels = "aeiouy";
const soft = "eiy";

/** Letter groups that sound like others, anywhere in a word; longest first. */
const groups: Readonly<Record<string, string>> = {
  tch: "k",
  sch: "k",
  ph: "f",
  ch: "k",
  ck: "k",
  cz: "ks",
};
const letters: Readonly<Record<string, string>> = { q: "k", x: "ks", z: "s", c: "k" };
/** Letters that are silent before the one that follows. */
const silentBegin = /^(?:[gkpm]n|ps|wr)/;

/**
 * A word's approximate sound: words with the same sound are often confused ("eksema", "hemroids"). Computed letter by
 * letter, since the first misspelled word of a table needs the sounds of all its words.
 */
export function soundOf(word: string): string {
  let sound = "";
  let at = silentBegin.test(word) ? 1 : 0;
  while (at < word.length) {
    const [spoken, length] = soundAt(word, at, sound === "");
    for (const letter of spoken) if (!sound.endsWith(letter)) sound += letter;
    at += length;
  }
  return sound;
}

/** The sound at a position, and the number of letters it covers. */
function soundAt(word: string, at: number, isFirst: boolean): readonly [string, number] {
  const letter = word.charAt(at);
  if (vowels.includes(letter)) return [isFirst ? "A" : "", 1];
  if (letter === "h" || letter === "w") return [isFirst ? letter : "", 1];
  const next = word.charAt(at + 1);
  const after = word.charAt(at + 2);
  if (letter === "g" && next === "h" && !(after !== "" && vowels.includes(after))) return ["", 2];
  const isSoftAfter = after !== "" && soft.includes(after);
  if (letter === "d" && next === "g" && isSoftAfter) return ["j", 2];
  if (letter === "c" && next === "c" && isSoftAfter) return ["ks", 2];
  const three = groups[letter + next + after];
  if (three !== undefined && after !== "") return [three, 3];
  const two = groups[letter + next];
  if (two !== undefined && next !== "") return [two, 2];
  const isSoft = next !== "" && soft.includes(next);
  if (letter === "c" && isSoft) return ["s", 1];
  if (letter === "g" && isSoft) return ["j", 1];
  return [letters[letter] ?? letter, 1];
}
