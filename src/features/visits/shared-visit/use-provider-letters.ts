import { useNavigate } from "@tanstack/react-router";
import { letterFrom, templatesOf } from "#room/billing/letters/letter-fields.ts";
import type { LetterTemplate, LetterWords } from "#room/contract/schemas/letter-words.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { namesNow } from "#room/features/names/names-now.ts";
import { useLetterWords } from "#room/features/names/use-letter-words.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { toast } from "#room/ui/toast-store.ts";

/** The clinic's templates as letters to the visit's provider; each writes a draft and opens it. */
export function useProviderLetters(visit: VisitRow): { readonly name: string; readonly write: () => void }[] {
  const { words, valuesOf } = useLetterWords();
  const { messages } = useWorkspace();
  const navigate = useNavigate();
  if (!words) return [];
  const write = async (template: LetterTemplate, known: LetterWords) => {
    const { subject, text } = letterFrom(template, known, await valuesOf(visit));
    const [providerId = ""] = visit.providerIds;
    const to = namesNow().find("provider", providerId)?.directAddress;
    const id = crypto.randomUUID().replaceAll("-", "");
    const { visitId } = visit;
    const draft = { to: to ? [to] : [], cc: [], bcc: [], subject, textBody: text, attachments: [], visitId };
    await messages.begin(id, draft);
    await navigate({ to: "/messages/compose", search: { draft: id } });
    if (to) return;
    const title = providerId
      ? `${namesNow().words("provider", providerId)} has no Direct address in the directory`
      : "The visit has no provider";
    toast({ tone: "warn", title, detail: "Type whom the letter is to." });
  };
  return templatesOf(words).map((template) => ({
    name: template.name,
    write: () =>
      void write(template, words).catch(() =>
        toast({ tone: "bad", title: "The letter was not begun", detail: "The browser couldn’t store it." }),
      ),
  }));
}
