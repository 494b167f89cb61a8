import { starterProcedures } from "./procedures/starter-procedures.ts";
import { onceFor } from "#room/signals/once-for.ts";
import type { ReplaceCodeSets, StoredTable } from "#room/server/store/code-set-repository.ts";
import type { Store } from "#room/server/store/store.ts";
import { codeSystems, type CodeSystem } from "#room/contract/primitives/diagnosis-code.ts";
import { bookOf, buildTable, type CodeBook, isStarter, starterSet } from "./code-book.ts";
import { type DiagnosisTable, type CodeArrays, CodeTable } from "./code-table.ts";
import type { MappingLine } from "./code-line.ts";
import { nameOfMapping, type LoadedSet } from "./loaded-set.ts";
import { unpackCodeLines, unpackMappingLines } from "./set-content.ts";
import { arraysOfBytes, bytesOfArrays } from "./array-bytes.ts";

/** Incremented whenever the bytes or the indexing change; servers then rebuild their tables. */
const tableFormat = 4;

interface Facts {
  readonly system: CodeSystem;
  readonly sets: readonly LoadedSet[];
}

/** A table as bytes, so that a server loads what the import built. */
function bytesOfTable({ system, sets, arrays }: DiagnosisTable): Uint8Array<ArrayBuffer> {
  return bytesOfArrays({ system, sets } satisfies Facts, { ...arrays });
}

/** Views on the bytes. They were written with the same format number, which is stored alongside. */
function tableOfBytes(bytes: Uint8Array): DiagnosisTable {
  const { facts, arrays } = arraysOfBytes<Facts, CodeArrays>(bytes);
  return new CodeTable(facts.system, facts.sets, arrays);
}

/** How long until a change by another process is noticed; one by this process is seen immediately. */
const checkEveryMs = 250;

/** The code sets of a store, cached in memory until the store's version changes. */
export class Codes {
  readonly stored: Store["codes"];
  #book: CodeBook | undefined;
  #mappings = new Map<CodeSystem, readonly MappingLine[]>();
  #checkedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<CodeBook> | undefined;

  constructor(store: Store) {
    this.stored = store.codes;
  }

  async book(): Promise<CodeBook> {
    if (this.#book && performance.now() - this.#checkedAt < checkEveryMs) return this.#book;
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  /** The lines of the mapping from a system; undefined if it was not imported. */
  async mapping(source: CodeSystem): Promise<readonly MappingLine[] | undefined> {
    await this.book();
    // Those of this version: another may be loaded before the lines are read.
    const mappings = this.#mappings;
    const kept = mappings.get(source);
    if (kept) return kept;
    const content = await this.stored.content(nameOfMapping(source));
    if (!content) return undefined;
    const lines = await unpackMappingLines(content);
    mappings.set(source, lines);
    return lines;
  }

  /** The imported sets, and with `shown` those that stand in for what was not imported. */
  async sets() {
    const { version, tables } = await this.book();
    const imported = await this.stored.list();
    const starter = [...tables.values()].some(isStarter) ? [starterSet] : [];
    const procedures = imported.some(({ system }) => system === "HCPCS") ? [] : [starterProcedures];
    return { version, imported, shown: [...starter, ...imported, ...procedures] };
  }

  async linesOf(name: string) {
    const content = await this.stored.content(name);
    return content ? unpackCodeLines(content) : [];
  }

  /** False if another import came first. */
  async replace(change: ReplaceCodeSets): Promise<boolean> {
    const isDone = await this.stored.replace(change);
    // A look that began before knows nothing of it.
    await this.#checking?.catch(() => undefined);
    this.#checkedAt = Number.NEGATIVE_INFINITY;
    return isDone;
  }

  async #check(): Promise<CodeBook> {
    const startedAt = performance.now();
    const version = await this.stored.version();
    if (this.#book?.version !== version) {
      this.#book = await this.#load();
      this.#mappings = new Map();
    }
    this.#checkedAt = startedAt;
    return this.#book;
  }

  async #load(): Promise<CodeBook> {
    for (;;) {
      const stored = await this.stored.tables();
      if (!stored) continue;
      const isReadable = stored.tables.every(({ format }) => format === tableFormat);
      const tables = isReadable
        ? stored.tables.map(({ bytes }) => tableOfBytes(bytes))
        : await this.#rebuilt();
      return bookOf(stored.version, tables);
    }
  }

  /**
   * After an upgrade that builds tables differently: rebuilds them from the sets' lines, and stores them for the next
   * start.
   */
  async #rebuilt(): Promise<DiagnosisTable[]> {
    const after = await this.stored.version();
    const sets = await this.stored.list();
    const tables: DiagnosisTable[] = [];
    for (const system of codeSystems) {
      const ofSystem = sets.filter((set) => set.kind === "codes" && set.system === system);
      if (ofSystem.length > 0)
        tables.push(await buildTable(system, ofSystem, (set) => this.linesOf(set.name)));
    }
    await this.stored.replace({ after, sets: [], tables: tables.map(storedTable) });
    return tables;
  }
}

export function storedTable(table: DiagnosisTable): StoredTable {
  return { system: table.system, format: tableFormat, bytes: bytesOfTable(table) };
}

/** The codes of a store: one shared copy per process. */
export const codesOf = onceFor((store: Store) => new Codes(store));
