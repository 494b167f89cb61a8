/** What is made once for each object, at its first use, and lasts as long as that. */
export function onceFor<Of extends object, Made extends NonNullable<unknown>>(make: (of: Of) => Made) {
  const made = new WeakMap<Of, Made>();
  return (of: Of): Made => {
    const known = made.get(of);
    if (known !== undefined) return known;
    const it = make(of);
    made.set(of, it);
    return it;
  };
}
