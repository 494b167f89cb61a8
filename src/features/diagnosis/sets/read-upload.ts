import { encodeBase64 } from "#room/workspace/browser/base64.ts";

/** A file as ImportCodeSet takes it: compressed if that saves much, in Base64. */
export type Upload = {
  readonly fileName: string;
  readonly base64: string;
};

export interface ReadOptions {
  readonly signal: AbortSignal;
  /** How many bytes of the file have been read. */
  onRead(bytes: number): void;
}

const packed = /\.(?:gz|zip)$/i;
export async function readUpload(file: File, { signal, onRead }: ReadOptions): Promise<Upload> {
  let read = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      read += chunk.byteLength;
      onRead(read);
      controller.enqueue(chunk);
    },
  });
  const stream = file.stream().pipeThrough(counted, { signal });
  const isPacked = packed.test(file.name);
  const sent = isPacked ? stream : stream.pipeThrough(new CompressionStream("gzip"));
  const base64 = await encodeBase64(await new Response(sent).blob());
  return { fileName: isPacked ? file.name : `${file.name}.gz`, base64 };
}
