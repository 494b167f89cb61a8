declare const written: unique symbol;

/** JSON text that `writeJson` made of a `T`. */
export type JsonOf<T> = string & { readonly [written]?: T };

export function writeJson<T>(value: T): JsonOf<T> {
  return JSON.stringify(value);
}

/** Reads what this program wrote itself, by `writeJson` or into its own store. What came from outside goes through its schema. */
export function readJson<T>(text: JsonOf<T>): T {
  // The text is of a T by what wrote it.
  return JSON.parse(text) as T;
}
