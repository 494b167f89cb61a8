/**
 * Letters of other scripts that look like Latin ones, after Unicode's confusables (UTS 39): those of the scripts that
 * user names are written in. Each stands behind the Latin letter that it looks like.
 */
const alike = `aαа AΑА bЬ BΒВ cсϲ CСϹ dԁ eеҽ EΕЕ fք FϜ gց GԌ hһհ HΗН iιіꙇӏ
  IΙІӀ jϳј JͿЈ kκк KΚК lוןا mм MΜϺМ nոռ NΝ oοσоօסهھہەഠဝဠ OΟОՕଠ
  pρр PΡР qԛգզ rг sѕ SЅՏ tт TΤТ uυս UՍሀ vνѵט VѴ wѡԝա WԜ xх XΧХ
  yγуүყ YΥУҮ ZΖ`;

const latinOf: ReadonlyMap<string, string> = new Map(
  alike
    .split(/\s+/)
    .flatMap(([latin = "", ...letters]) => letters.map((letter): [string, string] => [letter, latin])),
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
