import { defineHandler } from "#room/server/define-handler.ts";
import { keysOf } from "#room/contract/keys-of.ts";
import { clinicMembers } from "#room/contract/schemas/clinic.ts";
import type { Within } from "#room/server/store/store.ts";
import { withEntry } from "#room/server/audit/with-entry.ts";
import { changedMeanwhile } from "#room/server/http/refusal.ts";

export const getClinic = defineHandler("getClinic", {
  isUse: false,
  audit: "none",
  handle: async (_request, { store }) => ({ ...(await store.clinic.read()) }),
});

export const saveClinic = defineHandler("saveClinic", {
  // It names what differs.
  audit: "by-handler",
  handle: async ({ version, clinic }, context) => {
    const work = async (within: Within) => {
      const before = await within.clinic.read();
      const saved = await within.clinic.save(clinic, { after: version });
      if (!saved) throw changedMeanwhile("ClinicChanged");
      const changed = keysOf(clinicMembers).filter((name) => saved.clinic[name] !== before.clinic[name]);
      return { version: saved.version, changed };
    };
    const subjectOf = ({ changed }: { changed: readonly string[] }) =>
      changed.length > 0 ? `changed:${changed.join(",")}` : undefined;
    const saved = await withEntry(context, "changed clinic", work, subjectOf);
    return { version: saved.version };
  },
});

export const getLetterWords = defineHandler("getLetterWords", {
  isUse: false,
  audit: "none",
  handle: (_request, { store }) => store.letterWords.read(),
});

export const saveLetterWords = defineHandler("saveLetterWords", {
  body: "chargeBytes",
  audit: "by-handler",
  handle: async ({ version, words }, context) => {
    const work = async ({ letterWords }: Within) => {
      if (!(await letterWords.save(words, { after: version }))) throw changedMeanwhile("LetterWordsChanged");
      return { version: version + 1 };
    };
    return withEntry(context, "changed mail", work, () => "letters");
  },
});
