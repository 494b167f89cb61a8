import { decodeBase64, encodeBase64 } from "./base64-bytes.ts";

export type Base64Task = { id: number; encode: Blob } | { id: number; decode: string };
export type Base64News =
  | { id: number; progress: number }
  | { id: number; blob: Blob }
  | { id: number; fault: string };

// A multiple of three, so that the pieces join without padding between them.
const pieceSize = 3 * 2 ** 19;

function say(news: Base64News): void {
  postMessage(news);
}

async function encode(id: number, blob: Blob): Promise<void> {
  const parts: BlobPart[] = [];
  for (let at = 0; at < blob.size; at += pieceSize) {
    const piece = await blob.slice(at, at + pieceSize).arrayBuffer();
    parts.push(encodeBase64(new Uint8Array(piece)));
    say({ id, progress: Math.min(1, (at + pieceSize) / blob.size) });
  }
  say({ id, blob: new Blob(parts, { type: "text/plain" }) });
}

addEventListener("message", (event: MessageEvent<Base64Task>) => {
  const task = event.data;
  const done = "encode" in task ? encode(task.id, task.encode) : decode(task.id, task.decode);
  done.catch((error: unknown) =>
    say({ id: task.id, fault: error instanceof Error ? error.message : "unreadable" }),
  );
});

async function decode(id: number, text: string): Promise<void> {
  say({ id, blob: new Blob([decodeBase64(text)]) });
}
