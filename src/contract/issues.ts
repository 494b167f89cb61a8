/** One validation issue. */
export interface Issue {
  /** Member names and indexes from the root of the value. */
  readonly path: readonly (string | number)[];
  /** The validator's name, as ServiceStack spells it; `SerializationException` for a wrong type. */
  readonly code: string;
  /** A sentence that names the member, what is wrong and what is expected. */
  readonly message: string;
}

/** Formats a path in wire names with indexes: `AutoChargedEvent.visitCharged.charges[1].cpt`. */
export function formatPath(path: readonly (string | number)[]): string {
  let text = "";
  for (const part of path) {
    if (typeof part === "number") text += `[${part}]`;
    else text += text === "" ? part : `.${part}`;
  }
  return text;
}

/** The inverse of formatPath: `charges[1].cpt` gives ["charges", 1, "cpt"]. */
export function parsePath(text: string): (string | number)[] {
  const path: (string | number)[] = [];
  for (const [, index, name] of text.matchAll(/\[(\d+)\]|([^.[\]]+)/g)) {
    if (index !== undefined) path.push(Number(index));
    else if (name !== undefined) path.push(name);
  }
  return path;
}
