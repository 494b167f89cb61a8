import { expect, test } from "vitest";
import * as z from "zod/mini";
import { formResolver } from "./form-resolver.ts";

const resolve = formResolver(
  z.object({ name: z.string().check(z.trim(), z.minLength(1, "Enter a name.")), age: z.number() }),
);
const options = { fields: {}, shouldUseNativeValidation: false };

test("values that fit come through as they are typed", async () => {
  const values = { name: " Ann ", age: 3 };
  expect(await resolve(values, undefined, options)).toEqual({ values, errors: {} });
});

test("an error of an item is shown at the item", async () => {
  const sides = formResolver(z.object({ sides: z.array(z.string("Choose one.")) }));
  // The initial values of a form in which nothing has been chosen.
  const values = { sides: ["mine", null] } as unknown as { sides: string[] };
  expect(await sides(values, undefined, options)).toMatchObject({
    errors: { sides: [undefined, { message: "Choose one." }] },
  });
});

test("each field has its first fault", async () => {
  const { errors } = await resolve({ name: " ", age: 3 }, undefined, options);
  expect(errors).toEqual({ name: { type: "too_small", message: "Enter a name." } });
});

test("the library’s own words never reach a person", async () => {
  // As when a field reports nothing at all.
  const values = { name: undefined, age: "3" } as unknown as { name: string; age: number };
  const { errors } = await resolve(values, undefined, options);
  expect(errors).toMatchObject({ name: { message: "Fill this in." }, age: { message: "Fill this in." } });
});
