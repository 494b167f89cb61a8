import type * as z from "zod/mini";

/** What is wrong at a place of a value. */
export interface Issue {
  /** Member names and indexes from the root of the value. */
  readonly path: readonly (string | number)[];
  /** The validator's name, as ServiceStack spells it; `SerializationException` for a wrong type. */
  readonly code: string;
  /** A sentence that names the member, says what is wrong and what is expected. */
  readonly message: string;
}

/** The path in wire names with indexes: `AutoChargedEvent.visitCharged.charges[1].cpt`. */
export function formatPath(path: readonly (string | number)[]): string {
  let text = "";
  for (const part of path) {
    if (typeof part === "number") text += `[${part}]`;
    else text += text === "" ? part : `.${part}`;
  }
  return text;
}

/** The way back: `charges[1].cpt` gives ["charges", 1, "cpt"]. */
export function parsePath(text: string): (string | number)[] {
  const path: (string | number)[] = [];
  for (const [, index, name] of text.matchAll(/\[(\d+)\]|([^.[\]]+)/g)) {
    if (index !== undefined) path.push(Number(index));
    else if (name !== undefined) path.push(name);
  }
  return path;
}

function isAbsent(root: unknown, path: readonly PropertyKey[]): boolean {
  let value = root;
  for (const part of path) {
    if (typeof value !== "object" || value === null) return true;
    value = Reflect.get(value, part);
  }
  return value === undefined || value === null;
}

const typeNames: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** All failures that a schema found in a value, in the order of the schema. */
export function issuesOf(error: z.core.$ZodError, root: unknown): Issue[] {
  return error.issues.map((issue) => {
    const path = issue.path.map((part) => (typeof part === "number" ? part : String(part)));
    const name = path.findLast((part) => typeof part === "string") ?? "body";
    if (issue.code === "invalid_type") {
      if (isAbsent(root, issue.path)) return { path, code: "NotEmpty", message: `'${name}' must be given.` };
      const expected = typeNames[issue.expected] ?? issue.expected;
      return { path, code: "SerializationException", message: `'${name}' must be ${expected}.` };
    }
    const params: unknown = issue.code === "custom" ? issue.params : undefined;
    const code =
      typeof params === "object" && params !== null && "code" in params ? String(params.code) : "Predicate";
    return { path, code, message: `'${name}' ${issue.message}.` };
  });
}
