import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { clinic, clinicMembers } from "#room/contract/schemas/clinic.ts";
import { requiredText } from "#room/contract/primitives/rule.ts";
import { letterWords } from "#room/contract/schemas/letter-words.ts";

/** GetClinic, an extension: the clinic's name, address, phone and tax ID. */
export const getClinic = defineExtension({
  name: "GetClinicRequest",
  effect: "read",
  right: "visits",
  discloses: "no-patient-data",
  freshMs: 300_000,
  request: z.looseObject({}),
  response: z.looseObject({ version: z.number(), clinic }),
});

/** SaveClinic, an extension: what is not given is emptied. */
export const saveClinic = defineExtension({
  name: "SaveClinicRequest",
  effect: "write",
  right: "clinic",
  discloses: "no-patient-data",
  request: z.looseObject({
    /** The version the changes are based on; 409 `ClinicChanged` when it is no longer current. */
    version: z.number(),
    clinic: z.looseObject({ ...clinicMembers, name: requiredText(200) }).check(
      z.refine(({ visitNaming, visitMember }) => visitNaming !== "member" || Boolean(visitMember), {
        error: "must be given",
        params: { code: "NotEmpty" },
        path: ["visitMember"],
      }),
    ),
  }),
  response: z.looseObject({ version: z.number() }),
});

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
