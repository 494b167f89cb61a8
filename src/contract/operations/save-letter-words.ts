import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { letterWords } from "#room/contract/schemas/letter-words.ts";

/** SaveLetterWords, an extension: keeps the clinic’s templates and signature of letters. */
export const saveLetterWords = defineExtension({
  name: "SaveLetterWordsRequest",
  effect: "write",
  right: "clinic",
  discloses: "no-patient-data",
  request: z.looseObject({
    /** The version the changes are based on; 409 `LetterWordsChanged` when it is no longer current. */
    version: z.number(),
    words: letterWords,
  }),
  response: z.looseObject({ version: z.number() }),
});
