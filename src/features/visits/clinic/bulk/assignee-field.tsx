import { type ComponentProps, useId, useState } from "react";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { TextField } from "#room/ui/text-field.tsx";

/** Offers those who have a visit, as far as this page knows; anybody may be named. */
export function AssigneeField(field: Omit<ComponentProps<typeof TextField>, "label">) {
  const { visits, userName } = useWorkspace();
  const list = useId();
  const [names] = useState(() =>
    [
      ...new Set([userName, ...[...visits.service.rows().values()].flatMap((row) => row?.takenBy ?? [])]),
    ].toSorted(),
  );
  return (
    <>
      <TextField
        label="User name"
        hint="The visits become theirs, as if they had taken them."
        autoComplete="off"
        list={list}
        {...field}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </>
  );
}
