import * as z from "zod/mini";
import type { RequestOf } from "#room/contract/registry.ts";
import { extraRights, isRole, type Right, type Role, roles } from "#room/contract/rights.ts";
import type { Person } from "#room/contract/schemas/person.ts";
import { atMost } from "#room/features/forms/form-resolver.ts";

export const personForm = z
  .object({
    userName: z.string().check(z.minLength(1, "Enter a user name. It can’t be changed later."), atMost(100)),
    displayName: z.string().check(atMost(200)),
    role: z.string(),
    mayImport: z.boolean(),
    addresses: z.string(),
    sees: z.enum(["all", "some"]),
    practices: z.array(z.string()),
  })
  .check((context) => {
    const { sees, practices } = context.value;
    if (sees === "some" && practices.length === 0)
      context.issues.push({
        code: "custom",
        path: ["practices"],
        input: practices,
        message: "Choose at least one practice.",
      });
  });
export type PersonValues = z.output<typeof personForm>;

type Words = Pick<RequestOf<"changePerson">, "displayName" | "role" | "rights" | "addresses" | "practices">;

export function valuesOfPerson(person: Partial<Person>): PersonValues {
  const { userName = "", displayName = "", role = "clerk", practices = [] } = person;
  return {
    userName,
    displayName,
    role,
    mayImport: person.rights?.includes("import-codes") ?? false,
    addresses: (person.addresses ?? []).join(", "),
    sees: practices.length > 0 ? "some" : "all",
    practices: [...practices],
  };
}

export const roleOf = (text: string): Role => (isRole(text) ? text : "clerk");

export function brings(role: Role, right: Right): boolean {
  const rights: readonly Right[] = roles[role];
  return rights.includes(right);
}

export function wordsOf(values: PersonValues): Required<Words> {
  const role = roleOf(values.role);
  return {
    displayName: values.displayName.trim(),
    role,
    rights: extraRights.filter((right) => values.mayImport && !brings(role, right)),
    addresses: values.addresses.split(/[\s,;]+/).filter(Boolean),
    practices: values.sees === "all" ? [] : values.practices,
  };
}

/** Only the changed values, so that two concurrent edits do not revert each other. */
export function changedOf(values: PersonValues, before: Person): Words {
  const words = Object.entries(wordsOf(values));
  const isOther = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(Reflect.get(before, name));
  return Object.fromEntries(words.filter(isOther));
}

/** Those members as they were, by which the service tells that somebody else changed them meanwhile. */
export function seenOf(changed: Words, before: Person): Record<string, unknown> {
  return Object.fromEntries(Object.keys(changed).map((name) => [name, Reflect.get(before, name)]));
}
