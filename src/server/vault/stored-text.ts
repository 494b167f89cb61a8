declare const text: unique symbol;

/**
 * Text as stored in a row, encrypted or in the clear: a `Sealer` creates it, the `Vault` opens it, and nothing else
 * accepts it.
 */
export interface StoredText {
  readonly [text]: true;
}

/** The keys that content was ever encrypted with, each wrapped by a master key. Number 0 means in the clear. */
export interface DataKeyTable {
  key_id: number;
  /** New content uses the current key; a leaving key still has some content; a gone one has none that is known. */
  state: "current" | "leaving" | "gone";
  /** The master key that wraps it; empty for the clear. */
  given_id: string;
  wrapped: string;
  made_at: number;
}

/**
 * The form of text in a column: as is; or, sealed, U+0001, "s", the number of the key, ".", and base64. Clear text that
 * looks like one of these forms gets the prefix U+0001 "p".
 */
const sealed = "\u0001s";
const escaped = "\u0001p";

/** The only way into the form. */
function written(form: string): StoredText {
  return form as unknown as StoredText; // Here alone text becomes stored text.
}

/** The only way out of it. */
function formOf(value: StoredText): string {
  return value as unknown as string; // Here alone stored text becomes text.
}

export function sealedText(keyId: number, content: Buffer): StoredText {
  return written(`${sealed}${keyId}.${content.toString("base64")}`);
}

export function clearText(text: string): StoredText {
  return written(text.startsWith(sealed) || text.startsWith(escaped) ? escaped + text : text);
}

/** For statements that need a value of this type. */
export const blankText = clearText("");

export type ReadForm = { readonly text: string } | { readonly keyId: number; readonly sealed: Buffer };

export function readForm(value: StoredText): ReadForm {
  const form = formOf(value);
  if (form.startsWith(escaped)) return { text: form.slice(escaped.length) };
  if (!form.startsWith(sealed)) return { text: form };
  const point = form.indexOf(".");
  const keyId = form.slice(sealed.length, point);
  if (!/^\d{1,9}$/.test(keyId)) return { text: form };
  return { keyId: Number(keyId), sealed: Buffer.from(form.slice(point + 1), "base64") };
}
