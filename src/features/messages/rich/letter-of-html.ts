import { DOMParser, type Node as LetterNode } from "prosemirror-model";
import { sanitiseMail } from "#room/features/messages/html-mail/sanitise-mail.ts";
import { wordsOfHtml } from "#room/features/messages/html-mail/too-heavy.ts";
import { spacesOfHtml } from "./kept-spaces.ts";
import { letterOfText } from "./letter-html.ts";
import { letterSchema } from "./letter-schema.ts";
import { tidyPasted } from "./tidy-pasted.ts";

const parser = DOMParser.fromSchema(letterSchema);

/** Any HTML as a letter, through the same sanitizer as received messages. */
export function letterOfHtml(html: string): LetterNode {
  const mail = sanitiseMail(html);
  if (!mail) return letterOfText(wordsOfHtml(html));
  tidyPasted(mail.fragment, mail.links);
  const letter = parser.parse(mail.fragment);
  return letter.copy(spacesOfHtml(letter.content));
}
