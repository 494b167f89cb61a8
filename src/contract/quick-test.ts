// `_zod` is where zod keeps what its own extensions build on; it is documented for just that.
/* oxlint-disable no-underscore-dangle */
import type * as z from "zod/mini";

type Test = (value: unknown) => boolean;
type Definition = z.core.$ZodTypes["_zod"]["def"];
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

function testOfObject(def: z.core.$ZodObjectDef): Test | undefined {
  if (def.catchall?._zod.def.type !== "unknown") return undefined;
  const members: { name: string; test: Test }[] = [];
  for (const [name, schema] of Object.entries(def.shape)) {
    const test = testOf(schema);
    if (!test) return undefined;
    members.push({ name, test });
  }
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    // Left to zod, which leaves it out.
    if (Object.hasOwn(value, "__proto__")) return false;
    // By number: an iterator makes garbage with every step, 50,000 times over before the inbox can show its rows.
    for (let at = 0; at < members.length; at += 1) {
      const member = members[at];
      if (member && !member.test((value as Record<string, unknown>)[member.name])) return false;
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
  // Every schema of zod is one of these; its base type does not say so.
  const def = schema._zod.def as Definition;
  const type = testOfType(def);
  if (!type || !def.checks || def.checks.length === 0) return type;
  // Checks take what their schema takes, which has been tested before they run.
  const checks = (def.checks as readonly Check[]).map(testOfCheck);
  return checks.reduce<Test>((before, check) => (value) => before(value) && check(value), type);
}

/**
 * A quick test, made of a schema, for values from JSON: true means that the schema takes the value as it is. False
 * means only that zod has to look, and to say what is wrong. It is what lets a visit of ten charges be read in a
 * tenth of zod's time, and knows nothing that the schema does not say. Undefined for schemas that change values.
 */
export function quickTestOf(schema: z.core.$ZodType): Test | undefined {
  return testOf(schema);
}
