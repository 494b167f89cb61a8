/** Scripts in common use (Unicode UAX 31, table 5). Scripts that one name may mix are in one group. */
const scripts = `
  Han+Hiragana+Katakana Han+Bopomofo Han+Hangul Latin Greek Cyrillic Armenian Georgian Hebrew Arabic
  Thaana Ethiopic Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala
  Thai Lao Tibetan Myanmar Khmer
`
  .trim()
  .split(/\s+/)
  .map((group) => new RegExp(`^[${group.replace(/(\w+)\+?/g, "\\p{scx=$1}")}]$`, "u"));

/** The characters of PRECIS's IdentifierClass (RFC 8264): printable ASCII, letters, marks and digits. */
const signs =
  /^[\x21-\x7e\p{Ll}\p{Lu}\p{Lo}\p{Lm}\p{Mn}\p{Mc}\p{Nd}]+(?: [\x21-\x7e\p{Ll}\p{Lu}\p{Lo}\p{Lm}\p{Mn}\p{Mc}\p{Nd}]+)*$/u;

/** Characters that look like others or like nothing: invisible ones, and variants of letters that have a plain form. */
function isPlain(text: string): boolean {
  return (
    text === text.normalize("NFC") &&
    // Width and other compatibility forms, such as a name in full-width letters.
    text.normalize("NFKC") === text.normalize("NFC") &&
    !/[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{C}]/u.test(text)
  );
}

function isOfOneScript(text: string): boolean {
  const letters = [...text].filter(
    (letter) => !/[\x21-\x7e\p{sc=Inherited} ]/u.test(letter) || /[a-z]/i.test(letter),
  );
  return scripts.some((script) => letters.every((letter) => script.test(letter)));
}

/**
 * A user name according to the PRECIS profile UsernameCasePreserved (RFC 8265), with parts separated by single spaces;
 * in addition in a single script, without colon and semicolon (FIRST_USER, digest), and of at most 100 characters.
 */
export function isUserName(text: string): boolean {
  return text.length <= 100 && !/[:;]/.test(text) && signs.test(text) && isPlain(text) && isOfOneScript(text);
}
