import { showInstant } from "#room/api/show-instant.ts";
import type { Person, PersonLink } from "#room/contract/schemas/person.ts";
import { ShownSecret } from "#room/features/admin/shown-secret.tsx";

interface LinkDialogProps {
  readonly person: Person;
  readonly link: PersonLink;
  readonly onClose: () => void;
}

/** A person's link, shown only this once. */
export function LinkDialog({ person, link, onClose }: LinkDialogProps) {
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
