import { counted } from "#room/contract/primitives/counted.ts";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { fieldOf } from "#room/features/forms/form-field.ts";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { useKept, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import { insertTemplate } from "./draft/reuse.ts";
import { templateOf } from "./draft/template.ts";
import { asObject } from "./draft/json-object.ts";
import { useEditor } from "./session/editor-context.ts";
import styles from "./editor.module.css";

const templateForm = z.object({ name: z.string().check(z.trim(), z.minLength(1, "Enter a name.")) });

export function TemplatesDialog({
  isReadOnly,
  onClose,
}: {
  readonly isReadOnly: boolean;
  readonly onClose: () => void;
}) {
  const { visit } = useEditor();
  const { templates } = useWorkspace();
  const kept = useKept(templates);
  const form = useForm({ defaultValues: { name: "" }, resolver: formResolver(templateForm) });
  const save = async ({ name }: z.output<typeof templateForm>) => {
    const made = {
      ...templateOf(visit),
      id: crypto.randomUUID(),
      name: name.trim(),
      updatedAt: Date.now(),
    };
    await templates.update((list) => [...list.filter((each) => each.name !== made.name), made]);
    form.reset();
  };
  return (
    <Dialog title="Templates" onClose={onClose} losesTyped={form.formState.isDirty} width="wide">
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
                {counted(template.diagnoses.length, "diagnosis", "diagnoses")}
              </small>
            </div>
            <span>
              <Button
                size="small"
                disabled={isReadOnly}
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
      <form
        className={styles.saveTemplate}
        noValidate
        onSubmit={(event) => void form.handleSubmit(save)(event)}
      >
        <TextField label="Save this visit’s charges as" autoComplete="off" {...fieldOf(form, "name")} />
        <Button type="submit">Save</Button>
      </form>
    </Dialog>
  );
}
