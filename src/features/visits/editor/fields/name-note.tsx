import { Link } from "@tanstack/react-router";
import { useState, type RefObject } from "react";
import { useMay } from "#room/api/account.ts";
import { canonicalGuid, shortGuid } from "#room/contract/primitives/guid.ts";
import type { DirectoryKind } from "#room/contract/schemas/directory.ts";
import { useNames } from "#room/features/names/names-now.ts";
import { namedKindAt } from "#room/features/visits/editor/draft/named-place.ts";
import styles from "#room/features/visits/editor/editor.module.css";
import { useText } from "#room/features/visits/editor/session/editor-context.ts";
import { placeOfField } from "#room/features/visits/editor/session/field-sync.ts";
import type { Field } from "#room/ui/grid/cell-dom.ts";
import { IconButton } from "#room/ui/icon-button.tsx";
import { CopyIcon } from "#room/ui/page-icons.tsx";
import { copyText } from "#room/ui/copy-text.ts";
import { useBox, useFocusedField } from "./focused-field.ts";

/** Next to the focused field: the GUID behind its name, to copy, and a way to name one that has no name. */
export function NameNote({ root }: { readonly root: RefObject<HTMLElement | null> }) {
  const field = useFocusedField(root);
  const names = useNames();
  const kind = field && namedKindAt(placeOfField(field));
  if (names.isEmpty || !field || kind === undefined) return null;
  return <Note key={`${field.name} ${field.dataset["row"] ?? ""}`} field={field} kind={kind} />;
}

function Note({ field, kind }: { readonly field: Field; readonly kind: DirectoryKind }) {
  const names = useNames();
  const mayEdit = useMay("directory");
  const [place] = useState(() => placeOfField(field));
  const text = useText(place);
  const box = useBox(field);
  const id = canonicalGuid(text);
  if (id === undefined) return null;
  const copy = () => void copyText(id, { title: "ID copied" });
  return (
    <div
      className={styles.nameNote}
      style={{ left: Math.max(8, Math.min(box.left, innerWidth - 240)), bottom: innerHeight - box.top + 2 }}
      // Keeps focus in the field, so that the note stays open until the click completes.
      onPointerDown={(event) => event.preventDefault()}
    >
      <code title={id}>{shortGuid(id)}</code>
      <IconButton label="Copy ID" size="small" tabIndex={-1} icon={<CopyIcon size={12} />} onClick={copy} />
      {names.nameOf(kind, id) === undefined && mayEdit ? (
        <Link to="/directory" search={{ tab: kind, name: id }} tabIndex={-1}>
          Name it
        </Link>
      ) : null}
    </div>
  );
}
