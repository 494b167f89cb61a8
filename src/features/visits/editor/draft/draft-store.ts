import type { Draft } from "./draft.ts";

function writeAt(values: object, name: string, value: unknown): void {
  const parts = name.split(".");
  const last = parts.pop() ?? "";
  let part: unknown = values;
  for (const member of parts)
    part = typeof part === "object" && part !== null ? Reflect.get(part, member) : undefined;
  if (typeof part === "object" && part !== null) Reflect.set(part, last, value);
}

/**
 * Holds what is typed, in plain objects that are changed in place: a key costs the same in a visit with one charge and
 * with five hundred. No form library stands here, since its bookkeeping grows with the fields; the rules and the
 * contract look over the whole draft.
 */
export class DraftStore {
  readonly #values: Draft;

  constructor(draft: Draft) {
    this.#values = structuredClone(draft);
  }

  read(): Draft {
    return this.#values;
  }

  /** Takes a copy: what is written stays as it is in the history. `name`: a field's path, as nameOfPlace makes it. */
  write(name: string, value: unknown): void {
    writeAt(this.#values, name, typeof value === "object" ? structuredClone(value) : value);
  }
}
