/** The keys of an object whose type lists all it has, as that type names them. */
export function keysOf<K extends string>(object: Readonly<Record<K, unknown>>): K[] {
  // Object.keys forgets the keys of its object.
  return Object.keys(object) as K[];
}
