type Test = (value: unknown) => boolean;

export interface ListTests {
  readonly record: Test;
  /** The whole value; a list whose records were all tested is left out of it, empty. */
  readonly whole: Test;
}

/** Characters. Less is not worth a parse of its own: a short answer is parsed once and whole. */
const least = 64 * 1024;

/**
 * Parses the text of a JSON object while it comes: the records of one long list group by group, the rest at the end.
 * What `end` gives is what JSON.parse would have made of the whole text.
 *
 * It reads no JSON itself. Behind the list's opening bracket, a piece that ends before `,{` is cut between two records
 * exactly when JSON.parse takes it for a list: a cut in a string or in a record leaves something open.
 */
export class ListReader {
  readonly #member: string;
  readonly #tests: ListTests;
  /** Put in as the list's first record: where it is found again, there is the list. No text holds it by chance. */
  readonly #mark = Math.random();
  /** The text up to the list's opening bracket; empty until that has come. */
  #head = "";
  #rest = "";
  #tryAt = least;
  readonly #groups: unknown[][] = [];
  #areGood = true;

  constructor(member: string, tests: ListTests) {
    this.#member = member;
    this.#tests = tests;
  }

  add(text: string): void {
    this.#rest += text;
    if (this.#rest.length < this.#tryAt) return;
    if (this.#head === "") this.#findHead();
    const cut = this.#head === "" ? -1 : this.#rest.lastIndexOf("},{");
    const group = cut < 0 ? undefined : parseJson(`[${this.#rest.slice(0, cut + 1)}]`);
    if (Array.isArray(group)) {
      this.#take(group);
      this.#rest = this.#rest.slice(cut + 2);
      this.#tryAt = least;
    } else {
      // Not before it has doubled, so that no text is looked at again and again.
      this.#tryAt = this.#rest.length * 2;
    }
  }

  #take(group: unknown[]): void {
    this.#groups.push(group);
    this.#areGood &&= group.every((record) => this.#tests.record(record));
  }

  #findHead(): void {
    const found = new RegExp(`"${this.#member}"\\s*:\\s*\\[`).exec(this.#rest);
    if (!found) return;
    const head = this.#rest.slice(0, found.index + found[0].length);
    if (!this.#markedList(parseJson(`${head}${this.#mark}]}`))) return;
    this.#head = head;
    this.#rest = this.#rest.slice(head.length);
  }

  #markedList(json: unknown): unknown[] | undefined {
    const list: unknown = Object(json)[this.#member];
    return Array.isArray(list) && list[0] === this.#mark ? list : undefined;
  }

  /** The value, undefined when the text was no JSON, and whether it passed the tests. */
  end(): { json: unknown; isGood: boolean } {
    const json = parseJson(
      this.#groups.length === 0 ? this.#head + this.#rest : `${this.#head}${this.#mark},${this.#rest}`,
    );
    const last = this.#markedList(json);
    // Without a mark when there were no groups, or when a second list of this name took the place of the first.
    if (!last) return { json, isGood: this.#tests.whole(json) };
    const answer = json as Record<string, unknown>;
    this.#take(last.slice(1));
    answer[this.#member] = [];
    const isGood = this.#areGood && this.#tests.whole(answer);
    answer[this.#member] = this.#groups[0]?.concat(...this.#groups.slice(1));
    return { json, isGood };
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
