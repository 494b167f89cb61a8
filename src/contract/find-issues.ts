import * as z from "zod/mini";
import type { Issue } from "./issues.ts";
import { definitionOf, quickTestOf } from "./quick-test.ts";

interface Ready {
  /**
   * All rules of a list or object without those of its parts, and those that run even when its parts have
   * issues.
   */
  readonly whole: z.core.$ZodType | undefined;
  readonly always: z.core.$ZodType | undefined;
}

const readied = new WeakMap<z.core.$ZodType, Ready>();

function rulesOf(schema: z.core.$ZodType, def: z.core.$ZodObjectDef | z.core.$ZodArrayDef): Ready {
  let ready = readied.get(schema);
  if (!ready) {
    const shellOf = (checks: z.core.$ZodCheck[]) =>
      checks.length === 0
        ? undefined
        : // Checks accept their schema's type, and a shell accepts any value of that type.
          (def.type === "object" ? z.looseObject({}) : z.array(z.unknown())).check(...(checks as never[]));
    const checks = def.checks ?? [];
    ready = { whole: shellOf(checks), always: shellOf(checks.filter(({ _zod }) => _zod.def.when)) };
    readied.set(schema, ready);
  }
  return ready;
}

const quickTests = new WeakMap<z.core.$ZodType, (value: unknown) => boolean>();

function quickTestFor(schema: z.core.$ZodType): (value: unknown) => boolean {
  let test = quickTests.get(schema);
  if (!test) {
    test = quickTestOf(schema) ?? ((value) => z.safeParse(schema, value).success);
    quickTests.set(schema, test);
  }
  return test;
}

/**
 * The most issues listed; the rest are only counted. More would not help anyone, and it bounds the answer.
 */
export const maxIssues = 100;

/** The issues a schema finds in a value. */
export interface Faults {
  /** The first hundred, in schema order. */
  readonly issues: readonly Issue[];
  /** The total count. */
  readonly total: number;
}

type Path = readonly (string | number)[];

const typeNames: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** A number that parsing would round is read as text (`strict-json`). Told apart by its look: every page loads this file. */
const roundedNumber = /^-?[\d.]{16,}$/;

/** Undefined where there is nothing. */
function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const part of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Reflect.get(value, part);
  }
  return value ?? undefined;
}

/** One issue as the wire reports it. `value` is the value the schema checked, found at path `before`. */
function issueOf(issue: z.core.$ZodIssue, value: unknown, before: Path): Issue {
  const path = [...before, ...issue.path.map((part) => (typeof part === "number" ? part : String(part)))];
  const name = path.findLast((part) => typeof part === "string") ?? "body";
  const given = valueAt(value, issue.path);
  const isWrongKind = issue.code === "invalid_type" || issue.code === "invalid_value";
  // A null in a list is there, and is not what the list is of.
  if (isWrongKind && typeof path.at(-1) !== "number" && given === undefined)
    return { path, code: "NotEmpty", message: `'${name}' must be given.` };
  if (issue.code === "invalid_type") {
    if (issue.expected === "number" && typeof given === "string" && roundedNumber.test(given))
      return { path, code: "ScalePrecision", message: `'${name}' has more digits than can be kept.` };
    const expected = typeNames[issue.expected] ?? issue.expected;
    return { path, code: "SerializationException", message: `'${name}' must be ${expected}.` };
  }
  if (issue.code === "invalid_value") {
    const values = issue.values.map(String);
    return { path, code: "Predicate", message: `'${name}' must be one of: ${values.join(", ")}.` };
  }
  const params: unknown = issue.code === "custom" ? issue.params : undefined;
  const code =
    typeof params === "object" && params !== null && "code" in params ? String(params.code) : "Predicate";
  return { path, code, message: `'${name}' ${issue.message}.` };
}

/**
 * Walks lists and objects itself and lets zod check their parts. Zod passes all issues of a list up one level
 * as the arguments of one call, which throws a RangeError for a list of a hundred thousand.
 */
class Finder {
  readonly issues: Issue[] = [];
  total = 0;

  /** Returns false when an issue was found that makes checking the enclosing rules pointless. */
  find(schema: z.core.$ZodType, value: unknown, path: Path): boolean {
    const def = definitionOf(schema);
    if (def.type === "optional") return value === undefined || this.find(def.innerType, value, path);
    if (def.type === "nullable") return value === null || this.find(def.innerType, value, path);
    if (def.type === "array" && Array.isArray(value)) {
      let isWhole = true;
      for (let at = 0; at < value.length; at += 1)
        if (!this.find(def.element, value[at], [...path, at])) isWhole = false;
      return this.#askRules(rulesOf(schema, def), isWhole, value, path);
    }
    if (def.type === "object" && typeof value === "object" && value !== null && !Array.isArray(value)) {
      let isWhole = true;
      for (const [name, member] of Object.entries(def.shape))
        if (!this.find(member, Reflect.get(value, name), [...path, name])) isWhole = false;
      return this.#askRules(rulesOf(schema, def), isWhole, value, path);
    }
    return this.#ask(schema, value, path);
  }

  #askRules({ whole, always }: Ready, isWhole: boolean, value: unknown, path: Path): boolean {
    const rules = isWhole ? whole : always;
    const holds = rules === undefined || this.#ask(rules, value, path);
    return isWhole && holds;
  }

  #ask(schema: z.core.$ZodType, value: unknown, path: Path): boolean {
    if (quickTestFor(schema)(value)) return true;
    if (this.issues.length >= maxIssues) {
      this.total += 1;
      return false;
    }
    const parsed = z.safeParse(schema, value);
    if (parsed.success) return true;
    const found = parsed.error.issues;
    for (const issue of found.slice(0, maxIssues - this.issues.length))
      this.issues.push(issueOf(issue, value, path));
    this.total += found.length;
    return found.every(({ code }) => code === "custom");
  }
}

/** The issues a schema finds in a JSON value; empty when it is valid. */
export function faultsOf(schema: z.core.$ZodType, value: unknown): Faults {
  const finder = new Finder();
  finder.find(schema, value, []);
  return { issues: finder.issues, total: finder.total };
}
