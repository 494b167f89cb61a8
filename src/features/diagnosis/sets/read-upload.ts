/** A file as ImportCodeSet takes it: packed where that saves much, in Base64. */
export type Upload = {
  readonly fileName: string;
  readonly base64: string;
};

export interface ReadOptions {
  readonly signal: AbortSignal;
  /** How many bytes of the file are read. */
  onRead(bytes: number): void;
}

const packed = /\.(?:gz|zip)$/i;
const piece = 0x8000;

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
  const base64 = base64Of(await new Response(sent).arrayBuffer());
  return { fileName: isPacked ? file.name : `${file.name}.gz`, base64 };
}

/** btoa takes text; it is built in pieces, since a call takes only so many arguments. */
function base64Of(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer);
  let text = "";
  for (let at = 0; at < bytes.length; at += piece) {
    text += String.fromCharCode(...bytes.subarray(at, at + piece));
  }
  return btoa(text);
}
