import type { Attachment } from "#room/contract/schemas/email.ts";

const picture =
  /<img\b[^<>]*?\ssrc\s*=\s*["']?data:(image\/(?:png|jpe?g|gif|webp|bmp|avif));base64,([a-z0-9+/=\s]+)/gi;

/** Shorter Base64 is a spacer of one pixel. */
const shortest = 200;

/** The pictures that stand within a letter’s HTML, each once, as files: a letter that is written has none within. */
export function picturesOfLetter(html: string): Attachment[] {
  const found = new Map<string, string>();
  for (const [, type = "", written = ""] of html.matchAll(picture)) {
    const base64 = written.replaceAll(/\s/g, "");
    if (base64.length >= shortest) found.set(base64, type.toLowerCase());
  }
  return [...found].map(([base64, contentType], at) => ({
    fileName: `picture-${at + 1}.${contentType.slice("image/".length).replace("jpeg", "jpg")}`,
    contentType,
    base64,
  }));
}
