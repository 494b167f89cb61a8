import { isSameContent } from "#room/contract/same-content.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import type { VisitRecord } from "#room/workspace/visits/visit-record.ts";
import { adoptEvent } from "./draft/adopt-event.ts";
import { useEditor, useSignal } from "./session/editor-context.ts";
import { typedAside } from "./session/typed-aside.ts";

interface TypedStripProps {
  readonly record: VisitRecord;
  readonly isReadOnly: boolean;
}

/** Offers what was typed here and could not be stored before the visit was left or taken over. */
export function TypedStrip({ record: { eventId, event }, isReadOnly }: TypedStripProps) {
  const workspace = useWorkspace();
  const session = useEditor();
  const aside = typedAside(workspace);
  const typed = useSignal(aside).get(eventId);
  if (!typed || isSameContent(typed, event)) return null;
  const putBack = () => {
    adoptEvent(
      session.visit,
      { ...typed, ...(event.eventId !== undefined && { eventId: event.eventId }) },
      "Put back what was typed",
    );
    aside.drop(eventId);
    session.offerUndo({ title: "What you typed is back", detail: "Undo shows what was stored again." });
  };
  return (
    <Banner
      isStrip
      tone="warn"
      role="alert"
      title="What you typed here last wasn’t saved"
      actions={
        <>
          <Button size="small" disabled={isReadOnly} onClick={putBack}>
            Put it back
          </Button>
          <Button size="small" look="quiet" onClick={() => aside.drop(eventId)}>
            Discard it
          </Button>
        </>
      }
    >
      It is kept until this page is reloaded
      {isReadOnly
        ? ": edit here instead, then put it back."
        : ". Putting it back replaces what is shown; Undo reverses that."}
    </Banner>
  );
}
