import type { Person, PersonLink } from "#room/contract/schemas/person.ts";
import { showInstant } from "#room/api/show-instant.ts";
import { ShownSecret } from "#room/features/admin/shown-secret.tsx";
import { AskDialog } from "./ask-dialog.tsx";
import { PersonDialog } from "./person-dialog.tsx";

interface LinkDialogProps {
  readonly person: Person;
  readonly link: PersonLink;
  readonly onClose: () => void;
}

function LinkDialog({ person, link, onClose }: LinkDialogProps) {
  return (
    <ShownSecret
      title={`Link for ${person.userName}`}
      what="link"
      secret={`${location.origin}/welcome#${link.secret}`}
      onClose={onClose}
    >
      Give it to {person.displayName || person.userName} only, in a way nobody else can read. Whoever opens it
      sets the password. It works once, until {showInstant(link.until)}.
    </ShownSecret>
  );
}

export type Doing =
  | { readonly what: "add" }
  | {
      readonly what: "edit" | "link" | "end-sessions" | "reset-factor" | "disable" | "enable";
      readonly person: Person;
    }
  | { readonly what: "show-link"; readonly person: Person; readonly link: PersonLink };

interface PeopleDialogsProps {
  readonly doing: Doing;
  readonly onDo: (doing: Doing) => void;
  readonly onClose: () => void;
}

export function PeopleDialogs({ doing, onDo, onClose }: PeopleDialogsProps) {
  const showLink = (person: Person, link: PersonLink) => onDo({ what: "show-link", person, link });
  if (doing.what === "add") return <PersonDialog person={undefined} onAdded={showLink} onClose={onClose} />;
  if (doing.what === "edit")
    return <PersonDialog person={doing.person} onAdded={showLink} onClose={onClose} />;
  if (doing.what === "show-link")
    return <LinkDialog person={doing.person} link={doing.link} onClose={onClose} />;
  return <AskDialog what={doing.what} person={doing.person} onLink={showLink} onClose={onClose} />;
}
