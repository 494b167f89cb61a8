/** A copy with another value at a path of members ("charge.amount"), which shares all beside it; the same without such a path. */
export function withValueAt<T extends object>(held: T, path: string, value: unknown): T {
  const [member = "", ...rest] = path.split(".");
  if (rest.length === 0) return { ...held, [member]: value };
  const inner: unknown = Reflect.get(held, member);
  if (typeof inner !== "object" || inner === null) return held;
  return { ...held, [member]: withValueAt(inner, rest.join("."), value) };
}
