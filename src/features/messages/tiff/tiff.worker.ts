import { decodeImage, toRGBA8, type IFD } from "utif2";
import { readDirectories, type TiffPage } from "./read-directories.ts";

/** First the file; then one page number at a time. */
export type TiffTask = { readonly bytes: ArrayBuffer } | { readonly page: number };
export type TiffAnswer =
  | { readonly count: number }
  | { readonly page: number; readonly picture?: ImageData; readonly stretch: number };

let file = new ArrayBuffer(0);
let pages: (TiffPage | undefined)[] = [];

function draw(page: TiffPage | undefined): ImageData | undefined {
  if (!page) return undefined;
  try {
    // The decoder adds the pixels to the tags it is given.
    const image = { ...page.tags } as unknown as IFD;
    decodeImage(file, image);
    const dots = toRGBA8(image);
    if (dots.length !== page.width * page.height * 4) return undefined;
    return new ImageData(new Uint8ClampedArray(dots), page.width, page.height);
  } catch {
    return undefined;
  }
}

addEventListener("message", ({ data }: MessageEvent<TiffTask>) => {
  let answer: TiffAnswer;
  if ("bytes" in data) {
    file = data.bytes;
    pages = readDirectories(new Uint8Array(file));
    answer = { count: pages.length };
  } else {
    const page = pages[data.page];
    const picture = draw(page);
    answer = { page: data.page, ...(picture && { picture }), stretch: page?.stretch ?? 1 };
  }
  postMessage(answer);
});
