import type { KeptText } from "./kept.ts";

/**
 * The form of text in a column: as is; or, sealed, U+0001, "s", the number of the key, ".", and base64. Clear text that
 * looks like one of these forms gets the prefix U+0001 "p".
 */
const sealed = "\u0001s";
const escaped = "\u0001p";

/** The prefix of everything sealed with a key; for key 0, which is the clear, of anything sealed. */
export function beginOf(keyId: number): string {
  return keyId === 0 ? sealed : `${sealed}${keyId}.`;
}

/** The only way into the form. */
function written(form: string): KeptText {
  return form as unknown as KeptText; // Here alone text becomes kept text.
}

/** The only way out of it. */
function formOf(value: KeptText): string {
  return value as unknown as string; // Here alone kept text becomes text.
}

export function sealedText(keyId: number, content: Buffer): KeptText {
  return written(beginOf(keyId) + content.toString("base64"));
}

export function clearText(text: string): KeptText {
  return written(text.startsWith(sealed) || text.startsWith(escaped) ? escaped + text : text);
}

/** For statements that need a value of this type. */
export const blankText = clearText("");

export type ReadForm = { readonly text: string } | { readonly keyId: number; readonly sealed: Buffer };

export function readForm(value: KeptText): ReadForm {
  const form = formOf(value);
  if (form.startsWith(escaped)) return { text: form.slice(escaped.length) };
  if (!form.startsWith(sealed)) return { text: form };
  const point = form.indexOf(".");
  const keyId = form.slice(sealed.length, point);
  if (!/^\d{1,9}$/.test(keyId)) return { text: form };
  return { keyId: Number(keyId), sealed: Buffer.from(form.slice(point + 1), "base64") };
}

/**
 * The same test as in the statements that search for what is not under a key; an empty value counts as under any key.
 */
export function isUnder(value: KeptText, keyId: number): boolean {
  const form = formOf(value);
  return form === "" || form.startsWith(beginOf(keyId)) !== (keyId === 0);
}
