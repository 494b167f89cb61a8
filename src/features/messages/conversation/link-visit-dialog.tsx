import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { fieldOf } from "#room/features/forms/form-field.ts";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { Dialog } from "#room/ui/dialog.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import { useVisitLink } from "./use-visit-link.ts";

const linkForm = z.object({
  visitId: z
    .string()
    .check(z.refine((text) => canonicalGuid(text.trim()) !== undefined, "Paste the visit’s ID.")),
});

interface LinkVisitDialogProps {
  readonly messageId: number;
  readonly onClose: () => void;
  readonly onLinked: () => void;
}

export function LinkVisitDialog({ messageId, onClose, onLinked }: LinkVisitDialogProps) {
  const form = useForm({ resolver: formResolver(linkForm), defaultValues: { visitId: "" } });
  const link = useVisitLink(messageId, () => {
    onLinked();
    onClose();
  });
  const submit = () => void form.handleSubmit(({ visitId }) => link.mutate({ visitId: visitId.trim() }))();
  return (
    <Dialog
      title="Link to a visit"
      startsInField
      onClose={onClose}
      action={{ label: "Link visit", run: submit, isBusy: link.isPending }}
    >
      <TextField
        label="Visit ID"
        autoComplete="off"
        hint="The visit’s page has it under Technical details. Only people here see the link."
        {...fieldOf(form, "visitId")}
      />
    </Dialog>
  );
}
