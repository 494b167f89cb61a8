import type { ComponentProps } from "react";
import { fieldName } from "#room/billing/field-names.ts";
import { Checkbox } from "#room/ui/checkbox.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import { shownText } from "#room/features/visits/editor/draft/usual-text.ts";
import { useEditor, useFieldMark } from "#room/features/visits/editor/session/editor-context.ts";

interface BoundFieldProps extends Pick<
  ComponentProps<"input">,
  "list" | "placeholder" | "inputMode" | "tabIndex"
> {
  /** The member's path in AutoChargedEvent: the field's name. */
  readonly path: string;
  readonly hint?: string;
  readonly className?: string;
}

/** What people call the member that a path leads to. */
function labelOf(path: string): string {
  return fieldName(path.split(".").at(-1) ?? path);
}

/** A field of the event beside the lists: uncontrolled, its text goes to the draft by the form's own handler. */
export function BoundField({ path, ...field }: BoundFieldProps) {
  const { visit } = useEditor();
  const mark = useFieldMark(path);
  return (
    <TextField
      {...field}
      label={labelOf(path)}
      name={path}
      defaultValue={shownText({ path }, visit.text({ path }))}
      error={mark?.severity === "block" ? mark.message : undefined}
      warning={mark?.severity === "warn" ? mark.message : undefined}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

/** A flag of the event; absent shows as off and stays absent until it is touched. */
export function BoundFlag({ path }: { readonly path: string }) {
  const { visit } = useEditor();
  return <Checkbox name={path} label={labelOf(path)} defaultChecked={visit.text({ path }) === "true"} />;
}
