/** A visit's id as four numbers, most significant first. */
export type IdWords = readonly [number, number, number, number];

/** Eight hexadecimal digits. */
function wordAt(id: string, from: number): number {
  let word = 0;
  for (let at = from; at < from + 8; at += 1) {
    const code = id.charCodeAt(at);
    // "0" to "9" are 0x30 to 0x39, "a" to "f" 0x61 to 0x66.
    word = (word << 4) | (code < 0x3a ? code - 0x30 : code - 0x57);
  }
  return word >>> 0;
}

export function wordsOfId(id: string): IdWords {
  return [wordAt(id, 0), wordAt(id, 8), wordAt(id, 16), wordAt(id, 24)];
}

export function idOfWords(words: IdWords): string {
  return words.map((word) => word.toString(16).padStart(8, "0")).join("");
}

/** Negative if the first comes first. */
export function compareIds(a: IdWords, b: IdWords): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3];
}

const none = 0;
const gone = -1;

/**
 * Finds places by id in eight bytes per visit; a Map of a million texts takes a hundred. The ids themselves stay with
 * the caller; `isAt` tells whether a place has the id in question.
 */
export class PlacesOfIds {
  /** A place plus one, `none` or `gone`. */
  #slots = new Int32Array(1024);
  #used = 0;

  #slotOf(words: IdWords): number {
    const [a, b, c, d] = words;
    const mixed = Math.imul(a ^ (b >>> 7) ^ Math.imul(c, 0x9e_37_79_b1) ^ (d >>> 3), 0x85_eb_ca_6b) ^ d;
    return (Math.imul(mixed ^ (mixed >>> 15), 0xc2_b2_ae_35) >>> 7) & (this.#slots.length - 1);
  }

  #find(words: IdWords, isWanted: (slot: number) => boolean): number {
    const mask = this.#slots.length - 1;
    let at = this.#slotOf(words);
    while (!isWanted(this.#slots[at] ?? none)) at = (at + 1) & mask;
    return at;
  }

  placeOf(words: IdWords, isAt: (place: number) => boolean): number | undefined {
    const at = this.#find(words, (slot) => slot === none || (slot !== gone && isAt(slot - 1)));
    const slot = this.#slots[at] ?? none;
    return slot === none ? undefined : slot - 1;
  }

  /** `idAt`: the ids of the places already stored. */
  add(words: IdWords, place: number, idAt: (place: number) => IdWords): void {
    if (this.#used * 2 > this.#slots.length) this.#grow(idAt);
    const at = this.#find(words, (slot) => slot === none);
    this.#slots[at] = place + 1;
    this.#used += 1;
  }

  /** Moves the id's entry to another place, or removes it. */
  move(words: IdWords, from: number, to: number | undefined): void {
    const at = this.#find(words, (slot) => slot === none || slot === from + 1);
    if (this.#slots[at] !== none) this.#slots[at] = to === undefined ? gone : to + 1;
  }

  #grow(idAt: (place: number) => IdWords): void {
    const kept = this.#slots.filter((slot) => slot > 0);
    const room = kept.length * 4 > this.#slots.length ? this.#slots.length * 2 : this.#slots.length;
    this.#slots = new Int32Array(room);
    this.#used = kept.length;
    for (const slot of kept) this.#slots[this.#find(idAt(slot - 1), (each) => each === none)] = slot;
  }
}
