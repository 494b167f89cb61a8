import * as z from "zod/mini";
import { requiredText, rule, text } from "#room/contract/primitives/rule.ts";

/** The most templates of a clinic. */
export const mostTemplates = 30;

const noField = rule((subject: string) => !/[{}]/.test(subject), {
  code: "RegularExpression",
  message: "must not have fields: others may read a subject on its way",
});

/** A letter that is written often. */
export const letterTemplate = z.looseObject({
  name: requiredText(60),
  subject: requiredText(200).check(noField),
  /** Lines, with fields in braces: `{date of service}`; see `letterFields`. */
  text: requiredText(5000),
});
export type LetterTemplate = z.output<typeof letterTemplate>;

/** The clinic's templates, and what stands under its letters. */
export const letterWords = z.looseObject({
  signature: text(2000),
  templates: z.array(letterTemplate).check(
    rule((list) => list.length <= mostTemplates, {
      code: "InclusiveBetween",
      message: `must be at most ${mostTemplates} templates`,
    }),
  ),
});
export type LetterWords = z.output<typeof letterWords>;
