export interface NamedFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/**
 * The service's faults with the form's paths: relative to the edited object rather than the request that wraps it
 * (`AutoChargedEvent`, in any case), without duplicates.
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
