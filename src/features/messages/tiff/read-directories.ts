/** One picture of a TIFF file: its tag numbers under the names the decoder uses. */
export type TiffTags = Readonly<Record<`t${number}`, number[]>>;

export interface TiffPage {
  readonly tags: TiffTags;
  readonly width: number;
  readonly height: number;
  /** A pixel's height divided by its width: in a fax of standard resolution, pixels are twice as high as wide. */
  readonly stretch: number;
}

const maxPages = 500;
const maxTags = 400;
/** Four bytes per pixel must fit into memory twice. */
const maxDots = 40_000_000;

/** Bytes per value by type; other types are not needed for drawing. */
const sizes: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 5: 8, 7: 1 };

class Directories {
  readonly #view: DataView;
  readonly #isLittle: boolean;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#isLittle = bytes[0] === 0x49;
  }

  #short(at: number): number {
    return this.#view.getUint16(at, this.#isLittle);
  }

  long(at: number): number {
    return this.#view.getUint32(at, this.#isLittle);
  }

  #value(type: number, at: number): number {
    if (type === 3) return this.#short(at);
    if (type === 4) return this.long(at);
    if (type === 5) return this.long(at) / Math.max(1, this.long(at + 4));
    return this.#view.getUint8(at);
  }

  /** The tags of the directory at that offset, and the offset of the next; 0 if it is the last. */
  read(at: number): { tags: TiffTags; next: number } {
    const count = this.#short(at);
    if (count > maxTags) throw new RangeError("too many tags");
    const tags: Record<`t${number}`, number[]> = {};
    for (let index = 0; index < count; index += 1) {
      const place = at + 2 + index * 12;
      const type = this.#short(place + 2);
      const size = sizes[type];
      const length = this.long(place + 4);
      if (size === undefined || length * size > this.#view.byteLength) continue;
      const from = length * size > 4 ? this.long(place + 8) : place + 8;
      if (from + length * size > this.#view.byteLength) continue;
      tags[`t${this.#short(place)}`] = Array.from({ length }, (_, each) =>
        this.#value(type, from + each * size),
      );
    }
    return { tags, next: this.long(at + 2 + count * 12) };
  }
}

/** A picture of which the file has only a part would be drawn black or white from there on. */
function isCut({ t273: starts = [], t279: lengths = [] }: TiffTags, fileLength: number): boolean {
  return starts.some((start, at) => start + (lengths[at] ?? 0) > fileLength);
}

function pageOf(tags: TiffTags, fileLength: number): TiffPage | undefined {
  const [width = 0] = tags.t256 ?? [];
  const [height = 0] = tags.t257 ?? [];
  if (width < 1 || height < 1 || width * height > maxDots) return undefined;
  if (isCut(tags, fileLength)) return undefined;
  const [across = 0] = tags.t282 ?? [];
  const [down = 0] = tags.t283 ?? [];
  const stretch = across > 0 && down > 0 ? across / down : 1;
  return { tags, width, height, stretch: Math.min(4, Math.max(0.25, stretch)) };
}

/**
 * The pictures of a TIFF file, in order. Parsed here rather than by the decoder: a hostile file may claim any size or
 * chain its directories in a circle. A picture that cannot be drawn within the limits is undefined.
 */
export function readDirectories(bytes: Uint8Array): (TiffPage | undefined)[] {
  const directories = new Directories(bytes);
  const pages: (TiffPage | undefined)[] = [];
  const seen = new Set<number>();
  try {
    let at = directories.long(4);
    while (at !== 0 && !seen.has(at) && pages.length < maxPages) {
      seen.add(at);
      const { tags, next } = directories.read(at);
      pages.push(pageOf(tags, bytes.length));
      at = next;
    }
  } catch (error) {
    // The file ends within a directory: the pages before it can be shown.
    if (!(error instanceof RangeError)) throw error;
  }
  return pages;
}
