import * as z from "zod/mini";

const optionalText = z.catch(z.optional(z.string()), undefined);

export const diagnosisTabs = ["lookup", "procedures", "batch", "sets"] as const;
export type DiagnosisTab = (typeof diagnosisTabs)[number];

/** What of the diagnosis page stands in its address: a code and a day, never whose they are. */
export const diagnosisSearch = z.object({
  code: optionalText,
  codeSystemName: optionalText,
  svcDate: optionalText,
  tab: z.catch(z.optional(z.enum(diagnosisTabs)), undefined),
});
export type DiagnosisSearch = z.output<typeof diagnosisSearch>;
