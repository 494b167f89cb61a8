import { fieldOf } from "#room/features/forms/form-field.ts";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { fieldName } from "#room/billing/field-names.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Dialog } from "#room/ui/dialog.tsx";
import { TechnicalIds } from "#room/ui/technical-ids.tsx";
import { TextArea } from "#room/ui/text-field.tsx";
import table from "#room/ui/table.module.css";
import { WrittenTime } from "./written-time.tsx";
import { clearingEntry, clearingMessage, clearingOf } from "./clearing.ts";
import { rowFromJson } from "#room/features/visits/editor/draft/new-rows.ts";
import { useTypedReason } from "#room/features/visits/typed-reason.ts";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";
import styles from "#room/features/visits/editor/editor.module.css";

const label = "Approve for billing";

/** Approves a withheld visit for billing, with a reason that goes into its rules log. Shows all changes first. */
export function ClearForCharging({ onClose }: { readonly onClose: () => void }) {
  const { visit } = useEditor();
  const { userName } = useWorkspace();
  const { form, drop } = useTypedReason(
    `clear ${visit.text({ path: "eventId" })}`,
    "Say why it can be billed.",
  );
  const reason = useWatch({ control: form.control, name: "reason" });
  const [begun] = useState(() =>
    clearingEntry(crypto.randomUUID(), visit.text({ path: "visitCharged.practiceId" })),
  );
  const changes = clearingOf(visit);
  const entry = { ...begun, message: clearingMessage(userName, reason, changes) };
  const { rulesLogId, ...told } = entry;
  const clear = form.handleSubmit(() => {
    visit.step(label, () => {
      for (const { path, to } of changes) visit.set({ path }, to);
      visit.setRows("rulesLogs", [...visit.rows("rulesLogs"), rowFromJson(visit, "rulesLogs", entry)]);
    });
    drop();
    onClose();
  });
  return (
    <Dialog
      title={label}
      startsInField
      losesTyped={false}
      onClose={onClose}
      width="wide"
      action={{ label: "Approve", run: () => void clear() }}
    >
      <TextArea
        label="Reason"
        {...fieldOf(form, "reason")}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void clear();
        }}
      />
      <h3>This will change</h3>
      <ul className={styles.changes}>
        {changes.map(({ path, words }) => (
          <li key={path}>{words}</li>
        ))}
        {changes.length === 0 ? <li>Nothing needs to change.</li> : null}
      </ul>
      <h3>This goes into the rules log</h3>
      <table className={table.table}>
        <tbody>
          {Object.entries(told).map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{fieldName(name)}</th>
              <td>{name === "createdDate" ? <WrittenTime wire={value} /> : value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <TechnicalIds ids={[`log ${rulesLogId}`]} />
      <p className="quiet small">Nothing is sent yet. Undo reverses all of it.</p>
    </Dialog>
  );
}
