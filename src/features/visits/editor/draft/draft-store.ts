import { keysOf } from "#room/contract/keys-of.ts";
import { listPaths, type Draft, type DraftFields, type DraftRows } from "./draft.ts";

function writeAt(values: object, name: string, value: unknown): void {
  const parts = name.split(".");
  const last = parts.pop() ?? "";
  let part: unknown = values;
  for (const member of parts)
    part = typeof part === "object" && part !== null ? Reflect.get(part, member) : undefined;
  if (typeof part === "object" && part !== null) Reflect.set(part, last, value);
}

/**
 * The whole draft, with each text in one place: plain objects that are mutated in place, so that a keystroke costs the
 * same with one charge as with five hundred. Neither a form library nor the page holds a text of its own: fields show
 * what stands here.
 */
export class DraftStore {
  readonly #fields: DraftFields;
  readonly rows: DraftRows;

  /** The store takes ownership of the rows. */
  constructor({ fields, rows }: Draft) {
    this.#fields = structuredClone(fields);
    this.rows = rows;
  }

  read(): Draft {
    return { fields: this.#fields, rows: this.rows };
  }

  /** Stores a copy, so that values in the history do not change. `name`: a field path as made by nameOfPlace. */
  write(name: string, value: unknown): void {
    const list = keysOf(listPaths).find((each) => name.startsWith(listPaths[each]));
    if (list === undefined) return writeAt(this.#fields, name, value);
    const held = typeof value === "object" ? structuredClone(value) : value;
    return writeAt(this.rows, list + name.slice(listPaths[list].length), held);
  }
}
