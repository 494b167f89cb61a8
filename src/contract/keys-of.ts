/** The keys of an object whose type lists all it has, as that type names them. */
export function keysOf<K extends string>(object: Readonly<Record<K, unknown>>): K[] {
  // Object.keys forgets the keys of its object.
  return Object.keys(object) as K[];
}

/** A value for each of the keys. */
export function recordOf<K extends string, V>(keys: readonly K[], valueOf: (key: K) => V): Record<K, V> {
  // Object.fromEntries forgets them too.
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>;
}
