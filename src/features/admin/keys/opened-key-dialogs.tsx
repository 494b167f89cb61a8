import type { ProgramKey } from "#room/contract/schemas/program-key.ts";
import { ShownSecret } from "#room/features/admin/shown-secret.tsx";
import { AddKeyDialog } from "./add-key-dialog.tsx";
import { minuteText } from "./key-card.tsx";
import { ConfirmKeyDialog, EndKeyDialog, RotateKeyDialog } from "./key-dialogs.tsx";

export type OpenedKey =
  | { readonly kind: "add" }
  | { readonly kind: "confirm"; readonly keyRow: ProgramKey }
  | { readonly kind: "rotate"; readonly keyRow: ProgramKey }
  | { readonly kind: "end"; readonly keyRow: ProgramKey; readonly secret?: string | undefined }
  | { readonly kind: "shown"; readonly keyRow: ProgramKey; readonly secret: string };

interface OpenedKeyProps {
  readonly opened: OpenedKey;
  readonly onOpen: (opened: OpenedKey) => void;
  readonly onClose: () => void;
}

export function OpenedKeyDialogs({ opened, onOpen, onClose }: OpenedKeyProps) {
  const show = ({ key, secret }: { key: ProgramKey; secret: string }) =>
    onOpen({ kind: "shown", keyRow: key, secret });
  switch (opened.kind) {
    case "add":
      return <AddKeyDialog onAdded={show} onClose={onClose} />;
    case "confirm":
      return <ConfirmKeyDialog keyRow={opened.keyRow} onClose={onClose} />;
    case "rotate":
      return <RotateKeyDialog keyRow={opened.keyRow} onRotated={show} onClose={onClose} />;
    case "end":
      return <EndKeyDialog keyRow={opened.keyRow} secret={opened.secret} onClose={onClose} />;
    case "shown":
      return (
        <ShownSecret
          title={`The key of ${opened.keyRow.name}`}
          what="key"
          secret={opened.secret}
          onClose={onClose}
        >
          <KeyWords
            oldUntil={minuteText(opened.keyRow.secrets.find(({ worksUntil }) => worksUntil)?.worksUntil)}
          />
        </ShownSecret>
      );
  }
}

function KeyWords({ oldUntil }: { readonly oldUntil: string | undefined }) {
  return (
    <>
      Put it where the program keeps its secrets. It is sent in the header <code>Authorization: Bearer</code>{" "}
      or <code>X-ss-id</code>, never in an address.
      {oldUntil ? ` The old key works until ${oldUntil}.` : null}
    </>
  );
}
