import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { fieldOf } from "#room/features/forms/form-field.ts";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { Dialog } from "#room/ui/dialog.tsx";
import { TextArea } from "#room/ui/text-field.tsx";
import type { ImportSource } from "./import-source.ts";

export interface PasteDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onArrive: (sources: readonly ImportSource[]) => void;
}

const pasteForm = z.object({ text: z.string().check(z.trim(), z.minLength(1, "Paste the visits first.")) });

export function PasteDialog({ isOpen, onClose, onArrive }: PasteDialogProps) {
  const form = useForm({ defaultValues: { text: "" }, resolver: formResolver(pasteForm) });
  const take = form.handleSubmit(({ text }) => {
    onArrive([{ name: "pasted text", blob: new Blob([text]) }]);
    form.reset();
    onClose();
  });
  return (
    <Dialog
      title="Paste visits"
      isOpen={isOpen}
      startsInField
      losesTyped={false}
      onClose={onClose}
      width="wide"
      action={{ label: "Import", run: () => void take() }}
    >
      <TextArea
        label="JSON"
        hint="One visit, a request body, a list of visits, or one visit per line."
        rows={12}
        spellCheck={false}
        {...fieldOf(form, "text")}
      />
    </Dialog>
  );
}
