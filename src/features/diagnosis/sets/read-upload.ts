/** A file as ImportCodeSet takes it: packed where that saves much, in Base64. */
export interface Upload {
  readonly fileName: string;
  readonly base64: string;
}

const packed = /\.(?:gz|zip)$/i;
const piece = 0x8000;

export async function readUpload(file: File): Promise<Upload> {
  if (packed.test(file.name)) return { fileName: file.name, base64: base64Of(await file.arrayBuffer()) };
  const stream = file.stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = await new Response(stream).arrayBuffer();
  return { fileName: `${file.name}.gz`, base64: base64Of(bytes) };
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
