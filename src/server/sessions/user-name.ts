/** Scripts in common use (Unicode UAX 31, table 5). Scripts that one name may mix are in one group. */
const scripts = [
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]$/u,
  /^[\p{scx=Han}\p{scx=Bopomofo}]$/u,
  /^[\p{scx=Han}\p{scx=Hangul}]$/u,
  /^\p{scx=Latin}$/u,
  /^\p{scx=Greek}$/u,
  /^\p{scx=Cyrillic}$/u,
  /^\p{scx=Armenian}$/u,
  /^\p{scx=Georgian}$/u,
  /^\p{scx=Hebrew}$/u,
  /^\p{scx=Arabic}$/u,
  /^\p{scx=Thaana}$/u,
  /^\p{scx=Ethiopic}$/u,
  /^\p{scx=Devanagari}$/u,
  /^\p{scx=Bengali}$/u,
  /^\p{scx=Gurmukhi}$/u,
  /^\p{scx=Gujarati}$/u,
  /^\p{scx=Oriya}$/u,
  /^\p{scx=Tamil}$/u,
  /^\p{scx=Telugu}$/u,
  /^\p{scx=Kannada}$/u,
  /^\p{scx=Malayalam}$/u,
  /^\p{scx=Sinhala}$/u,
  /^\p{scx=Thai}$/u,
  /^\p{scx=Lao}$/u,
  /^\p{scx=Tibetan}$/u,
  /^\p{scx=Myanmar}$/u,
  /^\p{scx=Khmer}$/u,
];

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
    (letter) => !/^[\x21-\x7e\p{sc=Inherited} ]$/u.test(letter) || /[a-z]/i.test(letter),
  );
  return letters.length === 0 || scripts.some((script) => letters.every((letter) => script.test(letter)));
}

/**
 * A user name according to the PRECIS profile UsernameCasePreserved (RFC 8265), with parts separated by single spaces;
 * in addition in a single script, without colon and semicolon (FIRST_USER, digest), and of at most 100 characters.
 */
export function isUserName(text: string): boolean {
  return text.length <= 100 && !/[:;]/.test(text) && signs.test(text) && isPlain(text) && isOfOneScript(text);
}
