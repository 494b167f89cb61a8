import { memo, startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { fieldOf } from "#room/forms/grid/cell-dom.ts";
import { useKeptFocus } from "#room/ui/use-kept-focus.ts";
import { useWhenLeaving } from "#room/ui/use-when-leaving.ts";
import { AuditSection } from "./audit-section.tsx";
import { BalanceStrip } from "./balance-strip.tsx";
import { CellNote } from "./cell-note.tsx";
import { ChargesSection } from "./charges-section.tsx";
import { DiagnosesSection } from "./diagnoses-section.tsx";
import { DiagnosisChecks } from "./diagnosis-checks.tsx";
import { holderOf } from "./draft/draft-holder.ts";
import type { Draft } from "./draft/draft.ts";
import { startDraft } from "./draft/start-draft.ts";
import { EarlierEvents } from "./earlier-events.tsx";
import { EditorCommands } from "./editor-commands.tsx";
import { EditorContext } from "./editor-context.ts";
import { EditorHeader } from "./editor-header.tsx";
import { EditorSession } from "./editor-session.ts";
import { placeOfField } from "./field-sync.ts";
import { EditorStrips } from "./editor-strips.tsx";
import styles from "./editor.module.css";
import { PaymentsSection } from "./payments-section.tsx";
import { SidePanel } from "./side-panel.tsx";
import { useReady } from "./use-ready.ts";
import { useSubmit } from "./use-submit.tsx";
import { useFollowCorrection } from "./use-follow-correction.ts";
import { useRename } from "./use-rename.ts";
import type { LastWrite, VisitEditorProps } from "./use-open-event.ts";
import { VisitSection } from "./visit-section.tsx";

/** The form of one event. Thin: it renders once per opening, the parts follow the draft by themselves. */
export function VisitEditor(props: VisitEditorProps) {
  const { record, lease, role, lastWrite } = props;
  const [start] = useState(() => startDraft(record.event));
  // Faults are found by the rules and the contract over the whole draft, never by react-hook-form per field.
  const form = useForm<Draft>({ defaultValues: start.draft, reValidateMode: "onSubmit" });
  // The workspace has nothing of it yet: it was begun on this page.
  const [isNew] = useState(record.revision === 0);
  const [session] = useState(
    () => new EditorSession(holderOf(form), start.source, { isNew, earlier: record.story ?? [] }),
  );
  useEffect(() => {
    // Until the draft has gone over to an edited event id, it is kept under the one that it has.
    session.saver.use((event) =>
      lease.put(
        isOwn(event, record.eventId) ? event : { ...event, eventId: record.event.eventId },
        session.story.lines(),
      ),
    );
  }, [session, lease, record]);
  const keptAs = useRef(record.eventId);
  useEffect(() => {
    // What was typed while the draft went over to another event id is written there once more.
    if (keptAs.current !== record.eventId) session.saver.soon();
    keptAs.current = record.eventId;
  }, [session, record.eventId]);
  useEffect(() => {
    Object.assign(lastWrite, { run: () => session.saver.flush() } satisfies LastWrite);
  }, [session, lastWrite]);
  const rename = useRename(session, record.eventId);
  const root = useRef<HTMLFormElement>(null);
  // Before the paint: what is typed right after it must be heard.
  useLayoutEffect(() => session.fields.attach(root.current, (place) => session.nameOf(place)), [session]);
  useEffect(() => session.start(), [session]);
  useEffect(() => {
    if (isNew) session.focusFirst();
  }, [session, isNew]);
  useKeptFocus(root);
  useWhenLeaving(() => void session.saver.flush().catch(() => undefined));
  const isReadOnly = role === "follower";
  useReady(record.eventId, isReadOnly);
  useFollowCorrection(session, record.eventId, isReadOnly);
  const [isMerging, setMerging] = useState(false);
  const showMerge = async () => {
    await session.saver.flush();
    setMerging(true);
  };
  const submit = useSubmit({ session, record, isReadOnly, rename, onMerge: () => void showMerge() });
  return (
    <EditorContext value={session}>
      {/* The form hears what happens in its own fields; it is no control itself. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        ref={root}
        className={styles.page}
        noValidate
        onSubmit={submit.onSubmit}
        onFocus={({ target }) => {
          const field = fieldOf(target);
          if (field) session.at.set(placeOfField(field));
        }}
        onBlur={(event) => {
          session.seen.touch(fieldOf(event.target)?.name ?? "");
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
        <EditorStrips
          {...props}
          isMerging={isMerging}
          onMerge={(isOn) => void (isOn ? showMerge() : setMerging(false))}
        />
        {submit.dialogs}
        <div className={styles.columns}>
          <fieldset className={styles.main} disabled={isReadOnly}>
            {submit.summary}
            <Sections />
          </fieldset>
          <SidePanel record={record} isReadOnly={isReadOnly} />
        </div>
      </form>
      <CellNote root={root} isReadOnly={isReadOnly} />
      <EditorCommands submit={submit} isReadOnly={isReadOnly} />
      <EarlierEvents eventId={record.eventId} />
    </EditorContext>
  );
}

/** Two frames: by then what stands in sight is painted. */
const firstPaintMs = 32;

/** False until the page has been painted once. */
function useFirstPaint(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setPainted(true)), firstPaintMs);
    return () => clearTimeout(timer);
  }, []);
  return isPainted;
}

/** The form itself: it follows the draft by its own, and is not drawn again when sending begins or ends. */
const Sections = memo(function Sections() {
  const isPainted = useFirstPaint();
  return (
    <>
      <VisitSection />
      <ChargesSection />
      <DiagnosisChecks>
        <DiagnosesSection />
      </DiagnosisChecks>
      {isPainted ? (
        <>
          <PaymentsSection />
          <AuditSection />
        </>
      ) : null}
    </>
  );
});

function isOwn(event: DraftEvent, eventId: string): boolean {
  return canonicalGuid(String(event.eventId ?? "")) === canonicalGuid(eventId);
}
