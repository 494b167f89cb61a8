import type { RequestOf } from "#room/contract/registry.ts";
import { encodeBase64 } from "#room/workspace/browser/base64.ts";
import type { KeptAttachment } from "#room/workspace/messages/message-record.ts";

/** Bytes of a file encoded in one step: a multiple of 3, so that the base64 chunks join. */
const pieceSize = 3 * 256 * 1024;

async function partsOf(kept: KeptAttachment, file: Blob): Promise<BlobPart[]> {
  const { contentType, fileName } = kept;
  const head = JSON.stringify({ contentType, fileName }).slice(0, -1);
  const parts: BlobPart[] = [`${head},"base64":"`];
  for (let start = 0; start < file.size; start += pieceSize)
    parts.push(new Blob([await encodeBase64(file.slice(start, start + pieceSize))]));
  parts.push('"}');
  return parts;
}

/**
 * Builds the body of SendMessage with its attachments, chunk by chunk: a large file as one JSON text would block the
 * page. The text equals that of JSON.stringify.
 */
export async function encodeMessage(
  request: RequestOf<"sendMessage">,
  kept: readonly KeptAttachment[],
  files: readonly Blob[],
): Promise<Blob> {
  const { email, ...session } = request;
  const { attachments: _none, ...rest } = email ?? {};
  const parts: BlobPart[] = [
    `${JSON.stringify(session).slice(0, -1)},"email":${JSON.stringify(rest).slice(0, -1)},"attachments":[`,
  ];
  for (const [index, file] of files.entries()) {
    const facts = kept[index];
    if (!facts) continue;
    if (index > 0) parts.push(",");
    parts.push(...(await partsOf(facts, file)));
  }
  parts.push("]}}");
  return new Blob(parts);
}
