import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { maxLabelLength } from "#room/contract/operations/message-search.ts";
import { fieldOf } from "#room/features/forms/form-field.ts";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import { formatCount } from "#room/ui/formats.ts";
import styles from "./chosen-bar.module.css";
import type { MarkChange } from "./mark-change.ts";

const labelForm = z.object({
  label: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Type a label, or choose one."),
      z.maxLength(maxLabelLength, `A label has at most ${maxLabelLength} characters.`),
    ),
});

export interface LabelDialogProps {
  readonly count: number;
  readonly labels: readonly string[];
  readonly ownLabels: readonly string[];
  onChange(change: MarkChange): void;
  onClose(): void;
}

export function LabelDialog({ count, labels, ownLabels, onChange, onClose }: LabelDialogProps) {
  const form = useForm({ resolver: formResolver(labelForm), defaultValues: { label: "" } });
  const change = (made: MarkChange) => {
    onChange(made);
    onClose();
  };
  const submit = () => void form.handleSubmit(({ label }) => change({ addLabel: label.trim() }))();
  const others = labels.filter((label) => !ownLabels.includes(label));
  return (
    <Dialog
      title={count === 1 ? "Label this message" : `Label ${formatCount(count)} messages`}
      startsInField
      onClose={onClose}
      action={{ label: "Add label", run: submit }}
    >
      <TextField label="New label" autoComplete="off" {...fieldOf(form, "label")} />
      {others.length === 0 ? null : (
        <div role="group" aria-label="Labels in use" className={`row ${styles.labels}`}>
          {others.map((label) => (
            <Button key={label} size="small" onClick={() => change({ addLabel: label })}>
              {label}
            </Button>
          ))}
        </div>
      )}
      {ownLabels.length === 0 ? null : (
        <div role="group" aria-label="Remove a label" className={`row ${styles.labels}`}>
          {ownLabels.map((label) => (
            <Button key={label} size="small" onClick={() => change({ removeLabel: label })}>
              Remove “{label}”
            </Button>
          ))}
        </div>
      )}
    </Dialog>
  );
}
