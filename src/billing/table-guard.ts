/** Columns that no list that people keep has; more are refused, or passed over. */
export const maxColumns = 256;
const maxRecords = 200_000;
const maxCells = 2_000_000;

/** The table has more than any list that people keep; the message is the end of a sentence about the file. */
export class TableTooLarge extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/**
 * Ends the reading of a table that is larger than any list: files of a few megabytes can hold millions of cells, or
 * lines, and each takes many times its size in memory. For every importer of tables.
 */
export class TableGuard {
  #cells = 0;
  #records = 0;

  /** Call before a cell is kept, with how many its record has so far. Throws TableTooLarge. */
  cell(line: number, before: number): void {
    this.#cells += 1;
    this.#count(line, before + 1);
  }

  /** Call before a record is kept; `cells`: those that were not announced one by one. Throws TableTooLarge. */
  record(line: number, cells = 0): void {
    this.#records += 1;
    this.#cells += cells;
    this.#count(line, cells);
  }

  #count(line: number, columns: number): void {
    if (columns > maxColumns)
      throw new TableTooLarge(line, `has more than ${maxColumns} columns, which no such list has`);
    if (this.#records > maxRecords)
      throw new TableTooLarge(line, `has more than ${maxRecords.toLocaleString("en-US")} lines`);
    if (this.#cells > maxCells)
      throw new TableTooLarge(line, `has more than ${maxCells.toLocaleString("en-US")} cells`);
  }
}
