import type { Person, PersonLink } from "#room/contract/schemas/person.ts";
import { AskDialog } from "./ask-dialog.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { PersonDialog } from "./person-dialog.tsx";

/** The action the administrator is about to take. */
export type Doing =
  | { readonly what: "add" }
  | {
      readonly what: "edit" | "link" | "end-sessions" | "reset-factor" | "disable" | "enable";
      readonly person: Person;
    }
  /** The link was created and is shown only this once. */
  | { readonly what: "show-link"; readonly person: Person; readonly link: PersonLink };

interface PeopleDialogsProps {
  readonly doing: Doing | undefined;
  readonly onDo: (doing: Doing | undefined) => void;
}

/** The open dialog. */
export function PeopleDialogs({ doing, onDo }: PeopleDialogsProps) {
  const close = () => onDo(undefined);
  const showLink = (person: Person, link: PersonLink) => onDo({ what: "show-link", person, link });
  if (doing === undefined) return null;
  if (doing.what === "add") return <PersonDialog person={undefined} onAdded={showLink} onClose={close} />;
  if (doing.what === "edit") return <PersonDialog person={doing.person} onAdded={showLink} onClose={close} />;
  if (doing.what === "show-link")
    return <LinkDialog person={doing.person} link={doing.link} onClose={close} />;
  return <AskDialog what={doing.what} person={doing.person} onLink={showLink} onClose={close} />;
}
