/** The keys of an object, typed as in its type. The type must list all of them. */
export function keysOf<K extends string>(object: Readonly<Record<K, unknown>>): K[] {
  // Object.keys loses the key type.
  return Object.keys(object) as K[];
}

/** Builds a record with a value for each key. */
export function recordOf<K extends string, V>(keys: readonly K[], valueOf: (key: K) => V): Record<K, V> {
  // Object.fromEntries loses the key type.
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>;
}

/** Only the members that are given: an absent one, null or undefined, is left out. */
export function given<T extends object>(members: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const present = Object.entries(members).filter(([, value]) => value !== undefined && value !== null);
  // Object.fromEntries loses the members' types.
  return Object.fromEntries(present) as { [K in keyof T]?: NonNullable<T[K]> };
}
