// `_zod` is where zod keeps what its own extensions build on; it is documented for just that.
/* oxlint-disable no-underscore-dangle */
import type * as z from "zod/mini";

type Test = (value: unknown) => boolean;
type Definition = z.core.$ZodTypes["_zod"]["def"];

export function definitionOf(schema: z.core.$ZodType): Definition {
  // Every schema of zod is one of these; its base type does not say so.
  return schema._zod.def as Definition;
}
type Check = z.core.$ZodCheck<unknown>;

/** A rule is asked itself, without the report that zod would make of it; any other check is run by zod's own code. */
function testOfCheck(check: Check): Test {
  const { def } = check._zod;
  if (def.check === "custom" && def.when === undefined) {
    // The definition of `z.refine`, by its name.
    const { fn } = def as z.core.$ZodCustomDef;
    return (value) => fn(value) === true;
  }
  const payload: z.core.ParsePayload = { value: undefined, issues: [] };
  return (value) => {
    payload.value = value;
    const result = def.when?.(payload) === false ? undefined : check._zod.check(payload);
    const holds = result === undefined && payload.issues.length === 0 && payload.value === value;
    payload.value = undefined;
    if (!holds) payload.issues = [];
    return holds;
  };
}

/** Kinds of values, as bits. */
const kinds = { string: 1, number: 2, boolean: 4, null: 8, undefined: 16 } as const;

function kindOf(value: unknown): number {
  const type = typeof value;
  if (type === "string") return kinds.string;
  if (type === "number") return Number.isFinite(value) ? kinds.number : 0;
  if (type === "boolean") return kinds.boolean;
  return value === null ? kinds.null : type === "undefined" ? kinds.undefined : 0;
}

/** The kinds that a schema takes when nothing else matters to it, or nothing but the checks of its text. */
interface Plain {
  readonly kinds: number;
  readonly text?: Test | undefined;
}

function plainOf(schema: z.core.$ZodType): Plain | undefined {
  const def = definitionOf(schema);
  if (def.type === "string")
    return "format" in def || def.coerce === true ? undefined : { kinds: kinds.string, text: checksOf(def) };
  if (def.checks && def.checks.length > 0) return undefined;
  if (def.type === "number" || def.type === "boolean")
    return "format" in def || def.coerce === true ? undefined : { kinds: kinds[def.type] };
  if (def.type !== "optional" && def.type !== "nullable") return undefined;
  const inner = plainOf(def.innerType);
  const absent = def.type === "optional" ? kinds.undefined : kinds.null;
  return inner && { ...inner, kinds: inner.kinds | absent };
}

function isGoodMember({ plain, test }: Member, value: unknown): boolean {
  if (plain === undefined) return test(value);
  const kind = kindOf(value);
  return (plain.kinds & kind) !== 0 && (kind !== kinds.string || plain.text?.(value) !== false);
}

interface Member {
  readonly name: string;
  readonly plain: Plain | undefined;
  readonly test: Test;
}

function testOfObject(def: z.core.$ZodObjectDef): Test | undefined {
  if (def.catchall?._zod.def.type !== "unknown") return undefined;
  const members: Member[] = [];
  for (const [name, schema] of Object.entries(def.shape)) {
    const test = testOf(schema);
    if (!test) return undefined;
    members.push({ name, plain: plainOf(schema), test });
  }
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    // Left to zod, which leaves it out.
    if (Object.hasOwn(value, "__proto__")) return false;
    // 50,000 records are tested before the inbox can show its rows. So by number, since an iterator makes garbage with
    // every step; and what is plain is tested here, without a call for every layer of its schema.
    for (let at = 0; at < members.length; at += 1) {
      const member = members[at];
      // An object has names and values.
      if (member && !isGoodMember(member, (value as Record<string, unknown>)[member.name])) return false;
    }
    return true;
  };
}

function testOfArray(def: z.core.$ZodArrayDef): Test | undefined {
  const element = testOf(def.element);
  if (!element) return undefined;
  return (value) => Array.isArray(value) && value.every(element);
}

function testOfType(def: Definition): Test | undefined {
  switch (def.type) {
    case "object":
      return testOfObject(def);
    case "array":
      return testOfArray(def);
    case "string":
      return "format" in def || def.coerce === true ? undefined : (value) => typeof value === "string";
    case "number":
      return "format" in def || def.coerce === true ? undefined : Number.isFinite;
    case "boolean":
      return def.coerce === true ? undefined : (value) => typeof value === "boolean";
    case "enum": {
      const values = new Set<unknown>(Object.values(def.entries));
      return (value) => values.has(value);
    }
    case "optional": {
      const inner = testOf(def.innerType);
      return inner && ((value) => value === undefined || inner(value));
    }
    case "nullable": {
      const inner = testOf(def.innerType);
      return inner && ((value) => value === null || inner(value));
    }
    default:
      return undefined;
  }
}

function testOf(schema: z.core.$ZodType | undefined): Test | undefined {
  if (!schema) return undefined;
  const def = definitionOf(schema);
  const type = testOfType(def);
  const checks = checksOf(def);
  // Checks take what their schema takes, which has been tested before they run.
  return type && checks ? (value) => type(value) && checks(value) : type;
}

/** All checks of a schema as one; undefined when it has none. */
function checksOf(def: Definition): Test | undefined {
  if (!def.checks) return undefined;
  // The base type does not say what the checks of a schema are.
  const [first, ...more] = (def.checks as readonly Check[]).map(testOfCheck);
  if (!first) return undefined;
  return more.reduce<Test>((before, check) => (value) => before(value) && check(value), first);
}

/**
 * A quick test, made of a schema, for values from JSON: true means that the schema takes the value as it is. False
 * means only that zod has to look, and to say what is wrong. It knows nothing that the schema does not say. Undefined for
 * schemas that change values.
 *
 * Its figure (`npm run bench -- charge`): a visit of ten charges is tested in a tenth of zod's time; without it durable
 * auto-charge does two thirds of what it does with it, and misses its bound.
 */
export function quickTestOf(schema: z.core.$ZodType): Test | undefined {
  return testOf(schema);
}
