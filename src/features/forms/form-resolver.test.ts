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

test("each field has its first fault", async () => {
  const { errors } = await resolve({ name: " ", age: 3 }, undefined, options);
  expect(errors).toEqual({ name: { type: "too_small", message: "Enter a name." } });
});
