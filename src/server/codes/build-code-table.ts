import { numberOf } from "./rising-list.ts";
import { keyOfCode } from "./code-key.ts";
import type { CodeLine } from "./code-line.ts";
import { CodeTable, type TableSystem } from "./code-table.ts";
import { breathe } from "./file-lines.ts";
import type { LoadedSet } from "./loaded-set.ts";
import { indexWords } from "./index-words.ts";

/** The bits of one number; older sets are left out of the table. */
export const maxSets = 32;
const codesAtOnce = 8192;

interface MergedCode {
  present: number;
  billable: number;
  title: number;
  /** Earlier titles: set bits, title. */
  earlier: [number, number][] | undefined;
}

export class CodeTableBuilder<System extends TableSystem> {
  readonly #system: System;
  readonly #sets: LoadedSet[] = [];
  readonly #codes = new Map<string, MergedCode>();
  readonly #titles = new Map<string, number>();

  constructor(system: System) {
    this.#system = system;
  }

  async add(set: LoadedSet, lines: Iterable<CodeLine>): Promise<void> {
    const bit = 2 ** this.#sets.length;
    this.#sets.push(set);
    let count = 0;
    for (const line of lines) {
      this.#addLine(line, bit);
      count += 1;
      if (count % codesAtOnce === 0) await breathe();
    }
  }

  async build(rarityOf: (code: string) => 0 | 1 | 2): Promise<CodeTable<System>> {
    const codes = [...this.#codes.keys()].toSorted();
    await breathe();
    const titles = [...this.#titles.keys()];
    const words = await indexWords(codes, {
      titleOf: (code) => titles[this.#codes.get(code)?.title ?? 0] ?? "",
      rarityOf,
    });
    const keys = new Float64Array(codes.length);
    const present = new Uint32Array(codes.length);
    const billable = new Uint32Array(codes.length);
    const titleOf = new Uint32Array(codes.length);
    const revisions: number[] = [];
    for (const [index, code] of codes.entries()) {
      const merged = this.#codes.get(code);
      if (!merged) continue;
      keys[index] = keyOfCode(code);
      present[index] = merged.present;
      billable[index] = merged.billable;
      titleOf[index] = merged.title;
      for (const [bits, title] of merged.earlier ?? []) revisions.push(index, bits, title);
    }
    const arrays = {
      keys,
      present,
      billable,
      titleOf,
      revisions: Uint32Array.from(revisions),
      ...packTitles(titles),
      ...words,
    };
    return new CodeTable(this.#system, this.#sets, arrays);
  }

  #addLine({ code, isBillable, title }: CodeLine, bit: number): void {
    const number = numberOf(this.#titles, title);
    const merged = this.#codes.get(code);
    if (!merged) {
      this.#codes.set(code, {
        present: bit,
        billable: isBillable ? bit : 0,
        title: number,
        earlier: undefined,
      });
      return;
    }
    if (merged.title !== number) {
      merged.earlier ??= [];
      const known = merged.earlier.reduce((bits, [earlier]) => bits | earlier, 0);
      merged.earlier.push([merged.present & ~known, merged.title]);
      merged.title = number;
    }
    merged.present |= bit;
    if (isBillable) merged.billable |= bit;
  }
}

function packTitles(titles: readonly string[]): { titles: Uint8Array; titleStarts: Uint32Array } {
  const starts = new Uint32Array(titles.length + 1);
  let length = 0;
  for (const [index, title] of titles.entries()) {
    starts[index] = length;
    length += title.length;
  }
  starts[titles.length] = length;
  const bytes = Buffer.allocUnsafeSlow(length);
  for (const [index, title] of titles.entries()) bytes.write(title, starts[index] ?? 0, "latin1");
  return { titles: bytes, titleStarts: starts };
}
