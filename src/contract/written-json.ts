declare const written: unique symbol;

/** JSON text that `writeJson` produced from a `T`. */
export type JsonOf<T> = string & { readonly [written]?: T };

export function writeJson<T>(value: T): JsonOf<T> {
  return JSON.stringify(value);
}

/**
 * Parses JSON that this program wrote itself, with `writeJson` or into its own store. External data goes
 * through its schema.
 */
export function readJson<T>(text: JsonOf<T>): T {
  // The writer guarantees the type.
  return JSON.parse(text) as T;
}
