import { useEffect, useRef } from "react";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { useWhenLeaving } from "#room/ui/use-when-leaving.ts";
import { StorageFailure } from "#room/workspace/browser/failures.ts";
import { notesOf } from "./draft-notes.ts";
import type { EditorSession } from "./editor-session.ts";
import { saveOrSetAside, typedAside } from "./typed-aside.ts";
import type { LastWrite, VisitEditorProps } from "./use-open-event.ts";

function isOwn(event: DraftEvent, eventId: string): boolean {
  return canonicalGuid(String(event.eventId ?? "")) === canonicalGuid(eventId);
}

/** Saves typing to the workspace, down to the last key, under the draft's current event id there. */
export function useDraftSaving(
  session: EditorSession,
  { record, lease, lastWrite }: Pick<VisitEditorProps, "record" | "lease" | "lastWrite">,
): void {
  const workspace = useWorkspace();
  useEffect(() => {
    // Until an edited event id has been adopted, the draft is saved under the current one.
    const save = () => {
      const event = session.visit.event();
      return lease.put(
        isOwn(event, record.eventId) ? event : { ...event, eventId: record.event.eventId },
        notesOf(session),
      );
    };
    const typed = () => {
      session.fields.keepUp();
      return session.visit.event();
    };
    session.saver.use(() => saveOrSetAside({ workspace, eventId: record.eventId, save, typed }));
  }, [session, lease, record, workspace]);
  const keptAs = useRef(record.eventId);
  useEffect(() => {
    // Saves once more what was typed while the draft moved to another event id.
    if (keptAs.current !== record.eventId) session.saver.soon();
    keptAs.current = record.eventId;
  }, [session, record.eventId]);
  useEffect(() => {
    const run = () => {
      session.fields.keepUp();
      return session.saver.flush();
    };
    Object.assign(lastWrite, { run } satisfies LastWrite);
  }, [session, lastWrite]);
  useWhenLeaving(
    () => {
      session.fields.keepUp();
      return session.saver.flush();
    },
    { isUnsaved: session.saver.isUnsaved },
  );
  useEffect(
    () => () => {
      session.saver.flush().catch((error: unknown) => {
        if (error instanceof StorageFailure)
          typedAside(workspace).keep(keptAs.current, session.visit.event());
      });
    },
    [session, workspace],
  );
}
