import { useState, type ReactNode } from "react";
import { useKept, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { toast } from "#room/ui/toast-store.ts";
import { useCommands, usePaletteSource } from "#room/ui/commands.ts";
import { CopyIcon } from "#room/ui/icons.tsx";
import { PrintIcon } from "#room/ui/page-icons.tsx";
import type { MenuSection } from "#room/ui/menu.tsx";
import type { VisitRecord } from "#room/workspace/visits/visit-record.ts";
import { insertTemplate } from "./draft/template.ts";
import { useEditor } from "./session/editor-context.ts";
import { useCopyAsNew } from "./session/use-copy-as-new.ts";
import { usePrintView } from "./print/print-view.tsx";
import { RequestDialog } from "./request-dialog.tsx";
import { TemplatesDialog } from "./templates-dialog.tsx";

type Shown = "request" | "templates";

async function copyEventId(eventId: string): Promise<void> {
  await navigator.clipboard.writeText(eventId);
  toast({ title: "Event ID copied" });
}

export interface EditorMenu {
  readonly sections: MenuSection[];
  readonly dialogs: ReactNode;
  readonly showRequest: () => void;
}

/** Actions on a visit other than editing and sending. */
export function useEditorMenu(record: VisitRecord): EditorMenu {
  const session = useEditor();
  const workspace = useWorkspace();
  const [shown, setShown] = useState<Shown>();
  const sheet = usePrintView(record.eventId);
  const close = () => setShown(undefined);
  const copyAsNew = useCopyAsNew(record.eventId);
  const sections: MenuSection[] = [
    {
      items: [
        { id: "copy", label: "Copy to a new visit", icon: <CopyIcon />, run: copyAsNew },
        { id: "templates", label: "Templates…", run: () => setShown("templates") },
        { id: "request", label: "View what is sent (for IT)…", run: () => setShown("request") },
        { id: "event", label: "Copy event ID (for IT)", run: () => void copyEventId(record.eventId) },
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
      templates
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
      {shown === "templates" ? <TemplatesDialog onClose={close} /> : null}
      {sheet}
    </>
  );
  return { sections, dialogs, showRequest: () => setShown("request") };
}
