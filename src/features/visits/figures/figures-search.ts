import { addressReader, oneOf } from "#room/contract/address-reader.ts";

function shaped(shape: RegExp) {
  return (given: unknown) => (typeof given === "string" && shape.test(given) ? given : undefined);
}

/** Addresses are read before signing in, where the wire's dates, and zod with them, are not loaded yet. */
export function day(given: unknown): string | undefined {
  const text = shaped(/^\d{4}-\d\d-\d\d$/)(given);
  // An impossible day is another one, or none.
  return String(new Date(`${text}`).toJSON()).startsWith(`${text}T`) ? text : undefined;
}

export const guid = shaped(/^[0-9a-f]{32}$/);
const guidOrNone = shaped(/^(?:none|[0-9a-f]{32})$/);

/** Which day sheet: without days, today’s. */
export const figuresSearch = addressReader({
  by: oneOf("service"),
  from: day,
  to: day,
  practice: guid,
  provider: guidOrNone,
  payer: guidOrNone,
  person: shaped(/^(?!\s)[^\p{C}]{1,100}$/u),
  code: shaped(/^[0-9A-Z]{5}$/),
  /** The sheet of a closed day as it was. */
  kept: oneOf("yes"),
});
export type FiguresSearch = ReturnType<typeof figuresSearch>;
