import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { fieldOf } from "#room/ui/grid/cell-dom.ts";
import { afterPress } from "#room/ui/after-press.ts";
import { useReachableScrollers } from "#room/ui/use-reachable-scrollers.ts";
import { useKeptFocus } from "#room/ui/use-kept-focus.ts";
import { BalanceStrip } from "./balance-strip.tsx";
import { CellNote } from "./findings/cell-note.tsx";
import { holderOf } from "./draft/draft-holder.ts";
import type { Draft } from "./draft/draft.ts";
import { startDraft } from "./draft/start-draft.ts";
import { EarlierEvents } from "./history/earlier-events.tsx";
import {
  SharedVisitContext,
  isLocked,
  useSharedVisitOf,
} from "#room/features/visits/shared-visit/shared-visit.ts";
import { useSharedEditing } from "#room/features/visits/shared-visit/use-shared-editing.ts";
import { WorkStrip } from "#room/features/visits/shared-visit/work-strip.tsx";
import { EditorCommands } from "./editor-commands.tsx";
import { EditorContext } from "./session/editor-context.ts";
import { EditorHeader } from "./editor-header.tsx";
import { EditorSession } from "./session/editor-session.ts";
import { EditorStrips } from "./editor-strips.tsx";
import styles from "./editor.module.css";
import { Sections } from "./sections/sections.tsx";
import { SidePanel } from "./side-panel.tsx";
import { useReady } from "./session/use-ready.ts";
import { useSubmit } from "./submit/use-submit.tsx";
import { useFollowCorrection } from "./session/use-follow-correction.ts";
import { useRename } from "./session/use-rename.ts";
import { useDraftSaving } from "./session/use-draft-saving.ts";
import type { VisitEditorProps } from "./session/use-open-event.ts";

/** The form of one event. Thin: it renders once per opening, the parts follow the draft by themselves. */
export function VisitEditor(props: VisitEditorProps) {
  const { record, role } = props;
  const [start] = useState(() => startDraft(record.event));
  // Faults are found by the rules and the contract over the whole draft, never by react-hook-form per field.
  const form = useForm<Draft>({ defaultValues: start.draft, reValidateMode: "onSubmit" });
  // The workspace has nothing of it yet: it was begun on this page.
  const [isNew] = useState(record.revision === 0);
  const [session] = useState(
    () => new EditorSession(holderOf(form), start.source, { isNew, earlier: record.story ?? [] }),
  );
  useDraftSaving(session, props);
  const rename = useRename(session, record.eventId);
  const root = useRef<HTMLFormElement>(null);
  // Before the paint: what is typed right after it must be heard.
  useLayoutEffect(() => session.fields.attach(root.current, (place) => session.nameOf(place)), [session]);
  useEffect(() => session.start(), [session]);
  useEffect(() => {
    if (isNew) session.focusFirst();
  }, [session, isNew]);
  useKeptFocus(root);
  const shared = useSharedVisitOf(record.eventId);
  const open = shared.kind === "shared" ? shared : undefined;
  const isReadOnly = role === "follower" || isLocked(open?.claim);
  useSharedEditing(session, shared);
  useReachableScrollers(root, isReadOnly);
  useReady(record.eventId, isReadOnly);
  useFollowCorrection(session, record.eventId, isReadOnly);
  const [isMerging, setMerging] = useState(false);
  const showMerge = async () => {
    await session.saver.flush();
    setMerging(true);
  };
  const submit = useSubmit({
    session,
    record,
    isReadOnly,
    rename,
    hold: open?.hold,
    onMerge: () => void showMerge(),
  });
  return (
    <EditorContext value={session}>
      <SharedVisitContext value={open}>
        {/* The form hears what happens in its own fields; it is no control itself. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <form
          ref={root}
          className={styles.page}
          noValidate
          onSubmit={submit.onSubmit}
          onBlur={(event) => {
            const name = fieldOf(event.target)?.name ?? "";
            afterPress(() => session.seen.touch(name));
            session.fields.left(event.target, (place) => session.nameOf(place));
            if (event.target.name === "eventId") void rename();
          }}
          onKeyDown={(event) => {
            // Enter belongs to the field it is pressed in; sending has a key of its own.
            const isChord = event.ctrlKey || event.metaKey || event.altKey;
            if (event.key === "Enter" && !isChord && event.target instanceof HTMLInputElement)
              event.preventDefault();
          }}
        >
          <div className={styles.top}>
            <EditorHeader record={record} isReadOnly={isReadOnly} submit={submit} />
            <BalanceStrip eventId={record.eventId} />
          </div>
          <WorkStrip
            shared={shared}
            eventId={record.eventId}
            submit={submit.submit}
            canSubmit={!isReadOnly}
          />
          <EditorStrips
            {...props}
            isMerging={isMerging}
            onMerge={(isOn) => void (isOn ? showMerge() : setMerging(false))}
          />
          {submit.dialogs}
          <div className={styles.columns}>
            <div className={styles.main} data-scroller="">
              {submit.summary}
              <fieldset className={styles.sections} disabled={isReadOnly}>
                <Sections />
              </fieldset>
            </div>
            <SidePanel record={record} isReadOnly={isReadOnly} />
          </div>
        </form>
        <CellNote root={root} isReadOnly={isReadOnly} />
        <EditorCommands submit={submit} isReadOnly={isReadOnly} />
        <EarlierEvents eventId={record.eventId} />
      </SharedVisitContext>
    </EditorContext>
  );
}
