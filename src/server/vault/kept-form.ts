import type { KeptText } from "./kept.ts";

/**
 * How text lies in a column: as it is; or, sealed, as U+0001, "s", the number of the key, ".", and base64. What is in
 * the clear and looks as if it were one of ours has U+0001 and "p" before it.
 */
const sealed = "\u0001s";
const escaped = "\u0001p";

/** What everything begins with that a key has sealed; of key 0, which is none, whatever is sealed at all. */
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

/** Where a statement needs any. */
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

/** As the statements tell it that look for what is not; nothing at all is under any key. */
export function isUnder(value: KeptText, keyId: number): boolean {
  const form = formOf(value);
  return form === "" || form.startsWith(beginOf(keyId)) !== (keyId === 0);
}
