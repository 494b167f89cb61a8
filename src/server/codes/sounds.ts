const alike: readonly (readonly [RegExp, string])[] = [
  [/^(?:[gkp]n|mn)/, "n"],
  [/^ps/, "s"],
  [/^(?:wr|rh)/, "r"],
  [/ph/g, "f"],
  [/gh(?![aeiou])/g, ""],
  [/dg(?=[eiy])/g, "j"],
  [/tch|sch/g, "k"],
  [/cz|x/g, "ks"],
  [/cc(?=[eiy])/g, "ks"],
  [/c[hk]|[cq]u?(?![eiy])/g, "k"],
  [/c|z/g, "s"],
  [/g(?=[eiy])/g, "j"],
  [/^[aeiouy]+/, "A"],
  [/(?<=.)[aeiouyhw]/g, ""],
  [/(.)\1+/g, "$1"],
];

/** How a word sounds, roughly: words with the same sound are often written for each other ("eksema", "hemroids"). */
export function soundOf(word: string): string {
  return alike.reduce((sound, [letters, as]) => sound.replace(letters, as), word);
}
