import { parseJson } from "./parse-json.ts";

type Test = (value: unknown) => boolean;

interface ListTests {
  readonly record: Test;
  /** The whole value; a list whose records were all tested is left out of it, empty. */
  readonly whole: Test;
}

/** Bytes. Less is not worth a parse of its own: a short answer is parsed once and whole. */
const least = 128 * 1024;

const [comma, opening, closing, bracket, bracketEnd] = [0x2c, 0x7b, 0x7d, 0x5b, 0x5d];

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

const firstText = new TextDecoder();
/** What stands within a text is no byte order mark. */
const innerText = new TextDecoder("utf-8", { ignoreBOM: true });
/** A character for each byte, so that a place in the text is a place in the bytes. */
const byteText = new TextDecoder("latin1");

/**
 * Parses the text of a JSON object while its bytes come: the records of one long list group by group, the rest at the
 * end. What `end` gives is what JSON.parse would have made of the whole text.
 *
 * It reads no JSON itself. Behind the list's opening bracket, a piece that ends at a comma between `}` and `{` is cut
 * between two records exactly when JSON.parse takes it for a list: a cut in a string or in a record leaves something
 * open. The brackets that make a list of a group are put in among the bytes, so that no text is joined or copied:
 * such garbage would have the browser move all records in memory again and again while they come.
 *
 * Its figure (`npm run bench -- inbox`): from the last byte to rows, 50,000 summaries take 0.5 of the bound with it, and
 * 1.0 to 1.6 when the text is parsed at once.
 */
export class ListReader {
  readonly #member: string;
  readonly #tests: ListTests;
  /** Put in as the list's first record: where it is found again, there is the list. No text holds it by chance. */
  readonly #mark = Math.random();
  /** The text up to the list's opening bracket; empty until that has come. */
  #head = "";
  /** What has come and is not parsed stands from 1 to before `#end`; the first byte is a bracket's place. */
  #bytes = new Uint8Array(2 * least);
  #end = 1;
  #tryAt = least;
  readonly #groups: unknown[][] = [];
  #areGood = true;

  constructor(member: string, tests: ListTests) {
    this.#member = member;
    this.#tests = tests;
  }

  add(piece: Uint8Array): void {
    this.#keep(piece);
    if (this.#end < this.#tryAt) return;
    if (this.#head === "") this.#findHead();
    const cut = this.#head === "" ? -1 : this.#border();
    const group = cut < 0 ? undefined : this.#parse(cut);
    if (Array.isArray(group)) {
      this.#take(group);
      this.#drop(cut + 1);
      this.#tryAt = least;
    } else {
      // Not before it has doubled, so that no text is looked at again and again.
      this.#tryAt = this.#end * 2;
    }
  }

  #keep(piece: Uint8Array): void {
    const end = this.#end + piece.length;
    if (end > this.#bytes.length) {
      const longer = new Uint8Array(end * 2);
      longer.set(this.#bytes.subarray(0, this.#end));
      this.#bytes = longer;
    }
    this.#bytes.set(piece, this.#end);
    this.#end = end;
  }

  /** Forgets what stands before that place. */
  #drop(before: number): void {
    this.#bytes.copyWithin(1, before, this.#end);
    this.#end -= before - 1;
  }

  /** The place of the last comma between `}` and `{`; -1 when there is none. */
  #border(): number {
    const bytes = this.#bytes;
    for (let at = bytes.lastIndexOf(comma, this.#end - 1); at > 0; at = bytes.lastIndexOf(comma, at - 1)) {
      let before = at - 1;
      while (isSpace(bytes[before])) before -= 1;
      let after = at + 1;
      while (after < this.#end && isSpace(bytes[after])) after += 1;
      if (bytes[before] === closing && after < this.#end && bytes[after] === opening) return at;
    }
    return -1;
  }

  #parse(cut: number): unknown {
    this.#bytes[0] = bracket;
    this.#bytes[cut] = bracketEnd;
    const group = parseJson(innerText.decode(this.#bytes.subarray(0, cut + 1)));
    this.#bytes[cut] = comma;
    return group;
  }

  #take(group: unknown[]): void {
    this.#groups.push(group);
    this.#areGood &&= group.every((record) => this.#tests.record(record));
  }

  #findHead(): void {
    const come = this.#bytes.subarray(1, this.#end);
    const found = new RegExp(`"${this.#member}"\\s*:\\s*\\[`).exec(byteText.decode(come));
    if (!found) return;
    const length = found.index + found[0].length;
    const head = firstText.decode(come.subarray(0, length));
    if (!this.#markedList(parseJson(`${head}${this.#mark}]}`))) return;
    this.#head = head;
    this.#drop(length + 1);
  }

  #markedList(json: unknown): unknown[] | undefined {
    const list: unknown = Object(json)[this.#member];
    return Array.isArray(list) && list[0] === this.#mark ? list : undefined;
  }

  /** The value, undefined when the text was no JSON, and whether it passed the tests. */
  end(): { json: unknown; isGood: boolean } {
    const rest = (this.#head === "" ? firstText : innerText).decode(this.#bytes.subarray(1, this.#end));
    const json = parseJson(
      this.#groups.length === 0 ? this.#head + rest : `${this.#head}${this.#mark},${rest}`,
    );
    const last = this.#markedList(json);
    // Without a mark when there were no groups, or when a second list of this name took the place of the first.
    if (!last) return { json, isGood: this.#tests.whole(json) };
    // It has a member, so it is an object.
    const answer = json as Record<string, unknown>;
    this.#take(last.slice(1));
    answer[this.#member] = [];
    const isGood = this.#areGood && this.#tests.whole(answer);
    answer[this.#member] = this.#groups[0]?.concat(...this.#groups.slice(1));
    return { json, isGood };
  }
}
