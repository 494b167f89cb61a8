import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { letterWords } from "#room/contract/schemas/letter-words.ts";

/** GetLetterWords, an extension: the clinic's templates and signature for letters. */
export const getLetterWords = defineExtension({
  name: "GetLetterWordsRequest",
  effect: "read",
  right: "messages",
  discloses: "no-patient-data",
  freshMs: 60_000,
  request: z.looseObject({}),
  response: z.looseObject({ version: z.number(), words: letterWords }),
});
