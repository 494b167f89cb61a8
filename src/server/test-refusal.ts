import * as z from "zod/mini";

const refusal = z.object({
  errorCode: z.string(),
  message: z.string(),
  errors: z.optional(z.array(z.looseObject({ fieldName: z.string(), message: z.string() }))),
});

/** What an answer says of its refusal; undefined where it is none. */
export function findRefusal(body: Record<string, unknown>) {
  return refusal.safeParse(body["responseStatus"]).data;
}

/** What a refusal says. */
export function refusalOf(body: Record<string, unknown>) {
  const { errors = [], ...said } = refusal.parse(body["responseStatus"]);
  return { ...said, errors };
}
