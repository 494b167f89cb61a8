import { useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { operationQuery } from "#room/api/operation-query.ts";
import { filledText, letterFrom, templatesOf } from "#room/billing/letters/letter-fields.ts";
import type { LetterTemplate } from "#room/contract/schemas/letter-words.ts";
import type { WritingField } from "#room/features/messages/rich/writing-field.ts";
import { useLetterWords } from "#room/features/names/use-letter-words.ts";
import { Menu } from "#room/features/parts/menu.tsx";
import type { Composer } from "./use-composer.ts";

interface InsertWordsProps {
  readonly composer: Composer;
  readonly field: RefObject<WritingField | null>;
}

/** The clinic's templates and signature, put in where the cursor is, their fields filled in from the letter's visit. */
export function InsertWords({ composer, field }: InsertWordsProps) {
  const { words, valuesOf } = useLetterWords();
  const client = useQueryClient();
  if (!words) return null;
  const { state, change } = composer;
  const values = async () => {
    const { visitId } = state;
    const query = visitId === undefined ? undefined : operationQuery("getVisit", { visitId });
    const known = query && (await client.fetchQuery(query).catch(() => undefined));
    return valuesOf(known?.visit);
  };
  const write = (text: string) => field.current?.place()?.write(text);
  const insert = async (template: LetterTemplate) => {
    // A letter that has words may have a signature too.
    const signature = state.text.trim() === "" ? words.signature : "";
    const { subject, text } = letterFrom(template, { ...words, signature }, await values());
    change((old) => (old.subject.trim() === "" ? { ...old, subject } : old));
    write(text);
  };
  const sign = async () => write(filledText(words.signature, await values()));
  const templates = templatesOf(words).map((template) => ({
    id: template.name,
    label: template.name,
    run: () => void insert(template),
  }));
  const signature = { id: "signature", label: "Signature", run: () => void sign() };
  return (
    <Menu
      label="Insert a template"
      look="quiet"
      next={() => field.current}
      placement="top start"
      sections={[
        { title: "Templates", items: templates },
        ...(words.signature.trim() === "" ? [] : [{ items: [signature] }]),
      ]}
    />
  );
}
