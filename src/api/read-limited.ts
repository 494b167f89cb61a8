/** The body's text, up to `limit` bytes; the rest is not fetched. */
export async function readLimited(answer: Response, limit: number): Promise<string> {
  const reader = answer.body?.getReader();
  if (!reader) return "";
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  while (size < limit) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    const piece = value.subarray(0, limit - size);
    size += piece.length;
    text += decoder.decode(piece, { stream: true });
  }
  await reader.cancel().catch(() => undefined);
  return text;
}
