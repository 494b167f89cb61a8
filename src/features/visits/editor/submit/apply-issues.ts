/** A fault that the service named at a place of what was sent. */
export interface NamedFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/**
 * The service's faults with paths as the form has them: from the thing that is edited, not from the request around
 * it (`AutoChargedEvent`), in whatever case the service wrote the first member; each fault once.
 */
export function applyIssues(faults: readonly NamedFault[], root: string): NamedFault[] {
  const seen = new Set<string>();
  return faults.flatMap(({ path, message }) => {
    const [first, ...rest] = path;
    const isInside = typeof first === "string" && first.toLowerCase() === root.toLowerCase();
    const inner = isInside ? rest : path;
    const key = `${inner.join(".")} ${message}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ path: inner, message }];
  });
}
