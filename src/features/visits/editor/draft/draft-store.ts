import { keysOf } from "#room/contract/keys-of.ts";
import { listPaths, type Draft, type DraftFields, type DraftRows } from "./draft.ts";

/** Where the texts outside the grids live: the form's values on a page, a plain object where no page shows them. */
export interface FieldStore {
  readonly read: () => DraftFields;
  readonly write: (path: string, text: string) => void;
}

export function plainFields(fields: DraftFields): FieldStore {
  const values = structuredClone(fields);
  return { read: () => values, write: (path, text) => writeAt(values, path, text) };
}

function writeAt(values: object, name: string, value: unknown): void {
  const parts = name.split(".");
  const last = parts.pop() ?? "";
  let part: unknown = values;
  for (const member of parts)
    part = typeof part === "object" && part !== null ? Reflect.get(part, member) : undefined;
  if (typeof part === "object" && part !== null) Reflect.set(part, last, value);
}

/**
 * The whole draft, with each text in one place: fields outside the grids in react-hook-form (`session/visit-form.ts`),
 * grid rows here in plain objects that are mutated in place. A keystroke in a cell costs the same with one charge as
 * with five hundred and bypasses the form library, whose bookkeeping grows with its fields. Microseconds of script per
 * key (best of 16 runs of 300), before and after moving the form to react-hook-form: form field 20 and 25, cell 55 and
 * 57. Holding each text in both, as first tried, raised a field from 34 to 80.
 */
export class DraftStore {
  readonly #fields: FieldStore;
  readonly rows: DraftRows;

  /** The store takes ownership of the rows. */
  constructor(fields: FieldStore, rows: DraftRows) {
    this.#fields = fields;
    this.rows = rows;
  }

  read(): Draft {
    return { fields: this.#fields.read(), rows: this.rows };
  }

  /** Stores a copy, so that values in the history do not change. `name`: a field path as made by nameOfPlace. */
  write(name: string, value: unknown): void {
    const list = keysOf(listPaths).find((each) => name.startsWith(listPaths[each]));
    if (list !== undefined)
      writeAt(
        this.rows,
        list + name.slice(listPaths[list].length),
        typeof value === "object" ? structuredClone(value) : value,
      );
    else if (typeof value === "string") this.#fields.write(name, value);
  }
}
