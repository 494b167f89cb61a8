import { keysOf } from "#room/contract/keys-of.ts";
import { listPaths, type Draft, type DraftFields, type DraftRows } from "./draft.ts";

/** Where the texts beside the grids stand: the form's values on a page, a plain object where no page shows them. */
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
 * The whole draft, each text in one place: the fields beside the grids in react-hook-form (`session/visit-form.ts`), the
 * grids' rows here, in plain objects that are changed in place. A key in a cell costs the same in a visit with one
 * charge and with five hundred, and meets no form library, whose bookkeeping grows with its fields. Microseconds of
 * script a key, the best of 16 times 300, before the form was react-hook-form's and since: in a field of the form 20 and
 * 25, in a cell 55 and 57. With each text in both, as first tried, a field took 80 where it had taken 34.
 */
export class DraftStore {
  readonly #fields: FieldStore;
  readonly rows: DraftRows;

  /** The rows are the store's own from now on. */
  constructor(fields: FieldStore, rows: DraftRows) {
    this.#fields = fields;
    this.rows = rows;
  }

  read(): Draft {
    return { fields: this.#fields.read(), rows: this.rows };
  }

  /** Takes a copy: what is written stays as it is in the history. `name`: a field's path, as nameOfPlace makes it. */
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
