import { counted } from "#room/contract/primitives/counted.ts";
import { useCallback, useSyncExternalStore } from "react";
import { fieldName } from "#room/billing/field-names.ts";
import { namedKind } from "#room/billing/directory/named-kind.ts";
import { useNames } from "#room/features/names/names-now.ts";
import { shownText } from "#room/features/visits/editor/draft/usual-text.ts";
import {
  placeOfVisitName,
  visitNames,
  type VisitName,
} from "#room/features/visits/editor/draft/field-ref.ts";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";
import styles from "#room/features/visits/editor/editor.module.css";
import { TextField } from "#room/ui/text-field.tsx";

/** The provider and the payer of the visit: chosen once, they stand on each line that has no other. */
export function VisitNames() {
  return visitNames.map((member) => <VisitNameField key={member} member={member} />);
}

function VisitNameField({ member }: { readonly member: VisitName }) {
  const { visit, fields, findings } = useEditor();
  const names = useNames();
  const kind = namedKind(member);
  const others = useSyncExternalStore(
    visit.subscribe,
    useCallback(() => {
      const usual = visit.text(placeOfVisitName(member));
      return visit.rows("charges").filter((row) => row[member] !== "" && row[member] !== usual).length;
    }, [visit, member]),
  );
  const place = placeOfVisitName(member);
  // What is wrong with it on the lines that have it from here.
  const fault = useSyncExternalStore(
    findings.marks.subscribe,
    useCallback(() => {
      const usual = visit.text(placeOfVisitName(member));
      const line = visit.rows("charges").find((row) => usual !== "" && row[member] === usual);
      const mark = line && findings.marksOf(line.rowId)[member];
      return mark?.severity === "block" ? mark.message : undefined;
    }, [visit, findings, member]),
  );
  const ref = useCallback(
    (field: HTMLInputElement | null) => (field ? fields.hold(field, placeOfVisitName(member)) : undefined),
    [fields, member],
  );
  return (
    <TextField
      ref={ref}
      name={place.path}
      label={fieldName(member)}
      defaultValue={shownText(place, visit.text(place))}
      error={fault}
      hint={others === 0 ? undefined : `${counted(others, "line has", "lines have")} another`}
      className={(kind && names.hasKind(kind) ? undefined : styles.guid) ?? ""}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
