import { useRef, useState, memo } from "react";
import { latePart } from "#room/features/parts/late-part.tsx";
import { fieldOf } from "#room/ui/grid/cell-dom.ts";
import { afterPress } from "#room/ui/after-press.ts";
import { useReachableScrollers } from "#room/ui/use-reachable-scrollers.ts";
import { toastError } from "#room/ui/toast-store.ts";
import { useKeptFocus } from "#room/ui/use-kept-focus.ts";
import { SharedVisitContext, useSharedVisit } from "#room/features/visits/shared-visit/shared-visit.ts";
import { WorkStrip } from "#room/features/visits/shared-visit/work-strip.tsx";
import type { VisitRecord } from "#room/workspace/visits/visit-record.ts";
import { BalanceStrip } from "./balance-strip.tsx";
import { CellNote } from "./findings/cell-note.tsx";
import { CellSearch } from "./fields/cell-search.tsx";
import { NameNote } from "./fields/name-note.tsx";
import { EarlierEvents } from "./history/earlier-events.tsx";
import { EditorCommands } from "./editor-commands.tsx";
import { useEditorSession } from "./session/use-editor-session.ts";
import { EditorContext, SettledContext, useEditor, useSignal } from "./session/editor-context.ts";
import { EditorHeader } from "./editor-header.tsx";
import { EditorStrips } from "./editor-strips.tsx";
import styles from "./editor.module.css";
import { Sections } from "./sections/sections.tsx";
import { HistoryPanel } from "./history/history-panel.tsx";
import { useSent } from "./history/use-sent.ts";
import { ChecksPanel } from "./findings/checks-panel.tsx";
import { WhyHeld } from "./findings/why-held.tsx";
import { useIsOver } from "./submit/use-forecast.ts";
import { useSubmit } from "./submit/use-submit.tsx";
import type { VisitEditorProps } from "./session/use-open-event.ts";

const AttemptsPanel = latePart(
  async () => (await import("./history/attempts-panel.tsx")).AttemptsPanel,
  null,
);

interface SidePanelProps {
  readonly record: VisitRecord;
  readonly isReadOnly: boolean;
}

/** What a biller looks at next to the form: why it was held, what is wrong, the attempts, and the history. */
const SidePanel = memo(function SidePanel({ record, isReadOnly }: SidePanelProps) {
  const isOver = useIsOver(record.eventId);
  const isSent = useSent(record.eventId).length > 0;
  const isShared = useSharedVisit() !== undefined;
  const isHeld = useSignal(useEditor().outcome).kind === "withheld" && !isOver;
  // Keys let the two swap places without remounting, since one contains "Approve for billing".
  const why = <WhyHeld key="why" eventId={record.eventId} isOver={isOver} isReadOnly={isReadOnly} />;
  const checks = <ChecksPanel key="checks" isReadOnly={isReadOnly} />;
  return (
    <div className={styles.sideColumn}>
      <aside className={styles.side} aria-label="About this visit">
        {isHeld ? [why, checks] : [checks, why]}
        {isSent || isShared ? <AttemptsPanel eventId={record.eventId} /> : null}
        <HistoryPanel isReadOnly={isReadOnly} />
      </aside>
    </div>
  );
});

/** The form of one event. Thin: it renders once per opening, and its parts follow the draft on their own. */
export function VisitEditor(props: VisitEditorProps) {
  const { record } = props;
  const root = useRef<HTMLFormElement>(null);
  const { session, rename, shared, open, isReadOnly, isClosed } = useEditorSession(props, root);
  useKeptFocus(root);
  useReachableScrollers(root, isReadOnly);
  const [isMerging, setMerging] = useState(false);
  const showMerge = async () => {
    try {
      await session.saver.flush();
      setMerging(true);
    } catch (error) {
      toastError("Versions can be compared once this one is saved", error);
    }
  };
  const submit = useSubmit({
    session,
    record,
    isReadOnly,
    isFollower: props.role === "follower",
    rename,
    hold: open?.hold,
    onMerge: () => void showMerge(),
  });
  return (
    <EditorContext value={session}>
      <SharedVisitContext value={open}>
        {/* The form listens to its own fields; it is not a control itself. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <form
          ref={root}
          className={styles.page}
          noValidate
          onSubmit={(event) => {
            // React bubbles the submit of a form in one of our dialogs up to here too.
            if (event.target === event.currentTarget) submit.onSubmit(event);
          }}
          onBlur={(event) => {
            const name = fieldOf(event.target)?.name ?? "";
            afterPress(() => {
              // Not what was missing before it was typed: that would come and go, and move the page.
              if (!session.seen.shows(name)) session.findings.catchUp();
              session.seen.touch(name);
            });
            session.fields.left(event.target);
            if (event.target.name === "eventId") void rename();
          }}
          onKeyDown={(event) => {
            // Enter belongs to its field; sending has its own shortcut.
            const isChord = event.ctrlKey || event.metaKey || event.altKey;
            const { target } = event;
            const isOurs = target instanceof HTMLInputElement && target.form === root.current;
            if (event.key !== "Enter" || isChord || !isOurs || event.nativeEvent.isComposing) return;
            event.preventDefault();
            session.focusNextField(target.name);
          }}
        >
          <div className={styles.top}>
            <EditorHeader record={record} isReadOnly={isReadOnly} submit={submit} />
            <BalanceStrip eventId={record.eventId} />
          </div>
          <WorkStrip shared={shared} eventId={record.eventId} submit={submit} canSubmit={!isReadOnly} />
          <EditorStrips
            {...props}
            isReadOnly={isReadOnly}
            isMerging={isMerging}
            onMerge={(isOn) => void (isOn ? showMerge() : setMerging(false))}
          />
          {submit.dialogs}
          <div className={styles.columns}>
            <div className={styles.main} data-scroller="Charge form">
              {submit.summary}
              <fieldset className={styles.sections} disabled={isClosed}>
                <SettledContext value={isReadOnly && props.role !== "follower"}>
                  <Sections />
                </SettledContext>
              </fieldset>
            </div>
            <SidePanel record={record} isReadOnly={isReadOnly} />
          </div>
        </form>
        <CellNote root={root} isReadOnly={isReadOnly} />
        <CellSearch root={root} />
        <NameNote root={root} />
        <EditorCommands submit={submit} isReadOnly={isReadOnly} />
        <EarlierEvents eventId={record.eventId} />
      </SharedVisitContext>
    </EditorContext>
  );
}
