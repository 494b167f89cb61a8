import { decodeBase64 } from "#room/workspace/browser/base64.ts";

export interface DecodeTask {
  id: number;
  text: string;
}
export interface DecodeOutcome {
  id: number;
  blob: Blob;
}

addEventListener("message", ({ data }: MessageEvent<DecodeTask>) => {
  const outcome: DecodeOutcome = { id: data.id, blob: new Blob([decodeBase64(data.text)]) };
  postMessage(outcome);
});
