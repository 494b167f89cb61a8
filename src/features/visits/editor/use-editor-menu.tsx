import { useState } from "react";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { useKept, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { copyText } from "#room/ui/copy-text.ts";
import { useCommands, usePaletteSource } from "#room/ui/commands.ts";
import { CopyIcon, PrintIcon } from "#room/ui/page-icons.tsx";
import type { MenuSection } from "#room/features/parts/menu.tsx";
import type { VisitRecord } from "#room/workspace/visits/visit-record.ts";
import { insertTemplate } from "./draft/reuse.ts";
import { useEditor } from "./session/editor-context.ts";
import { useCopyAsNew } from "./session/use-copy-as-new.ts";
import { useCorrection } from "./correction/use-correction.tsx";
import { usePrintView } from "./print/print-view.tsx";

const RequestDialog = lateDialog(async () => (await import("./request-dialog.tsx")).RequestDialog);
const TemplatesDialog = lateDialog(async () => (await import("./templates-dialog.tsx")).TemplatesDialog);

type Shown = "request" | "templates";

const copyEventId = (eventId: string) => copyText(eventId, { title: "Event ID copied" });

export function useEditorMenu(record: VisitRecord, isReadOnly: boolean) {
  const session = useEditor();
  const workspace = useWorkspace();
  const [shown, setShown] = useState<Shown>();
  const sheet = usePrintView(record.eventId);
  const close = () => setShown(undefined);
  const copyAsNew = useCopyAsNew(record.eventId);
  const { correct, discard, voidInvoice, dialogs: correctionDialogs } = useCorrection(record);
  const sections: MenuSection[] = [
    {
      items: [
        ...(correct ? [{ id: "correct", label: "Correct this charge…", run: correct }] : []),
        ...(discard && !isReadOnly
          ? [{ id: "discard", label: "Discard this correction", run: discard }]
          : []),
        ...(voidInvoice ? [{ id: "void", label: "Void the invoice…", run: voidInvoice }] : []),
        { id: "copy", label: "Copy to a new visit", icon: <CopyIcon />, run: copyAsNew },
        { id: "templates", label: "Templates…", run: () => setShown("templates") },
        { id: "request", label: "Technical details (JSON)…", run: () => setShown("request") },
        { id: "event", label: "Copy event ID", run: () => void copyEventId(record.eventId) },
        { id: "print", label: "Print", icon: <PrintIcon />, run: () => setTimeout(print) },
      ],
    },
  ];
  useCommands(
    sections.flatMap(({ items }) =>
      items.map(({ id, label, run }) => ({
        id: `menu-${id}`,
        title: label,
        group: "This visit",
        run,
      })),
    ),
  );
  const templates = useKept(workspace.templates);
  usePaletteSource({
    id: "templates",
    group: "Templates",
    search: (query) =>
      (isReadOnly ? [] : templates)
        .filter(({ name }) => `insert template ${name}`.toLowerCase().includes(query.toLowerCase()))
        .map((template) => ({
          id: template.id,
          title: `Insert template ${template.name}`,
          run: () => insertTemplate(session.visit, template),
        })),
  });
  const dialogs = (
    <>
      {shown === "request" ? <RequestDialog onClose={close} /> : null}
      {shown === "templates" ? <TemplatesDialog isReadOnly={isReadOnly} onClose={close} /> : null}
      {sheet}
      {correctionDialogs}
    </>
  );
  return { sections, dialogs, correct };
}
