import type { ComponentProps } from "react";
import { fieldName } from "#room/billing/field-names.ts";
import { Checkbox } from "#room/ui/checkbox.tsx";
import { TextField } from "#room/ui/text-field.tsx";

import { useFieldFault, useVisitField, type VisitField } from "./use-visit-field.ts";

interface BoundFieldProps extends Pick<ComponentProps<"input">, "placeholder" | "inputMode" | "tabIndex"> {
  /** The member's path in AutoChargedEvent, which is the field name. */
  readonly path: VisitField;
  readonly className?: string;
}

function labelOf(path: string): string {
  return fieldName(path.split(".").at(-1) ?? path);
}

/** A field of the event outside the lists. */
export function BoundField({ path, ...field }: BoundFieldProps) {
  return (
    <TextField
      {...field}
      {...useVisitField(path)}
      {...useFieldFault(path)}
      label={labelOf(path)}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

/** A flag of the event; an absent one shows as off and stays absent until changed. */
export function BoundFlag({ path }: { readonly path: VisitField }) {
  return <Checkbox {...useVisitField(path)} label={labelOf(path)} />;
}
