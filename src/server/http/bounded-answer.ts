/** No sign-in's answer, and no document of an identity provider, is larger. */
const maxBytes = 1024 ** 2;

/** Reads another service's whole answer. Throws when it is larger than any should be. */
export async function boundedBytes(answer: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop by the error cancels the rest.
  for await (const part of answer.body ?? []) {
    length += part.byteLength;
    if (length > maxBytes) throw new Error(`the answer is larger than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
