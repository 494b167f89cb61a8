import { useState } from "react";
import { useKept, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import { insertTemplate, templateOf } from "./draft/template.ts";
import { asObject } from "./draft/json-object.ts";
import { useEditor } from "./session/editor-context.ts";
import styles from "./editor.module.css";

/** Charges with their modifiers and diagnoses under a name, to be put into other visits. */
export function TemplatesDialog({ onClose }: { readonly onClose: () => void }) {
  const { visit } = useEditor();
  const { templates } = useWorkspace();
  const kept = useKept(templates);
  const [name, setName] = useState("");
  const [isAsked, setAsked] = useState(false);
  const save = async () => {
    setAsked(true);
    if (name.trim() === "") return;
    const made = {
      ...templateOf(visit.event()),
      id: crypto.randomUUID(),
      name: name.trim(),
      updatedAt: Date.now(),
    };
    await templates.update((list) => [...list.filter((each) => each.name !== made.name), made]);
    setName("");
    setAsked(false);
  };
  return (
    <Dialog title="Templates" isOpen onClose={onClose} width="wide">
      {kept.length === 0 ? (
        <p>No templates yet. Save this visit’s charges and diagnoses as the first one.</p>
      ) : null}
      <ul className={styles.list}>
        {kept.map((template) => (
          <li key={template.id}>
            <span />
            <div>
              {template.name}
              <small>
                {template.charges.map((charge) => String(asObject(charge)["cpt"] ?? "")).join(", ")} ·{" "}
                {template.diagnoses.length} {template.diagnoses.length === 1 ? "diagnosis" : "diagnoses"}
              </small>
            </div>
            <span>
              <Button
                size="small"
                onClick={() => {
                  insertTemplate(visit, template);
                  onClose();
                }}
              >
                Insert
              </Button>
              <Button
                size="small"
                look="quiet"
                onClick={() => void templates.update((list) => list.filter(({ id }) => id !== template.id))}
              >
                Delete
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.saveTemplate}>
        <TextField
          label="Save this visit’s charges as"
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.nativeEvent.isComposing) void save();
          }}
          error={isAsked && name.trim() === "" ? "Enter a name." : undefined}
        />
        <Button onClick={() => void save()}>Save</Button>
      </div>
    </Dialog>
  );
}
