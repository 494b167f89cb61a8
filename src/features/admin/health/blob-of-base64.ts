/** A multiple of 4, so that each part decodes by itself. */
const partLength = 1024 * 1024;

/** Decodes in parts, between which the page responds. */
export async function blobOfBase64(base64: string): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let from = 0; from < base64.length; from += partLength) {
    const text = atob(base64.slice(from, from + partLength));
    parts.push(Uint8Array.from(text, (character) => character.charCodeAt(0)));
    await new Promise((resolve) => setTimeout(resolve));
  }
  return new Blob(parts);
}
