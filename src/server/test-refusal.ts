import * as z from "zod/mini";

const refusal = z.object({
  errorCode: z.string(),
  message: z.string(),
  errors: z.optional(z.array(z.looseObject({ fieldName: z.string(), message: z.string() }))),
});

/** The refusal in an answer; undefined if there is none. */
export function findRefusal(body: Record<string, unknown>) {
  return refusal.safeParse(body["responseStatus"]).data;
}

/** The message of a refusal. */
export function refusalOf(body: Record<string, unknown>) {
  const { errors = [], ...said } = refusal.parse(body["responseStatus"]);
  return { ...said, errors };
}
