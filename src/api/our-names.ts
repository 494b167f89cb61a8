/** With members in lower camel case: older hosts write the names of their classes, such as ResponseStatus and UserName. */
export function inOurNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOurNames);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.charAt(0).toLowerCase() + name.slice(1),
      inOurNames(member),
    ]),
  );
}

export function isInClassNames(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => /^[A-Z]/.test(name));
}
