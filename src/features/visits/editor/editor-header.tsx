import { useVisitWords, visitTitle } from "#room/features/visits/visit-name.ts";
import { useVisitSummary } from "#room/features/workspace/workspace-context.ts";
import { Button } from "#room/ui/button.tsx";
import { Menu } from "#room/features/parts/menu.tsx";
import { MoreIcon, UndoIcon } from "#room/ui/page-icons.tsx";
import { PageHeader } from "#room/ui/page-header.tsx";
import { Badge, StateBadge } from "#room/ui/state-badge.tsx";
import { isExample } from "#room/workspace/visits/visit-entry.ts";
import type { Corrects, VisitRecord } from "#room/workspace/visits/visit-record.ts";
import { useEditor, useHistory } from "./session/editor-context.ts";
import styles from "./editor.module.css";
import { BackToQueue, QueueSteps } from "./queue-steps.tsx";
import { useVisitState } from "#room/features/visits/shared-visit/use-visit-state.ts";
import { useIsOver } from "./submit/use-forecast.ts";
import { useEditorMenu } from "./use-editor-menu.tsx";
import type { Submit } from "./submit/use-submit.tsx";
import { SaveNote } from "./save-note.tsx";

interface EditorHeaderProps {
  readonly record: VisitRecord;
  readonly isReadOnly: boolean;
  readonly submit: Submit;
}

const correctionTitle = ({ invoice }: Corrects) =>
  invoice === 0 ? "Correction to hand over" : `Correct invoice ${invoice}`;

function submitWords(corrects: Corrects | undefined): string {
  if (!corrects) return "Submit charge";
  return corrects.invoice === 0 ? "Show what changes" : "Submit correction";
}

export function EditorHeader({ record, isReadOnly, submit }: EditorHeaderProps) {
  const { visitCharged } = record.event;
  const summary = useVisitSummary(record.eventId);
  const state = useVisitState(record.eventId);
  const menu = useEditorMenu(record, isReadOnly);
  const isOver = useIsOver(record.eventId);
  const titleOf = useVisitWords(visitTitle);
  return (
    <>
      <PageHeader
        back={<BackToQueue />}
        title={
          // A visit begun on this page enters the workspace with its first change.
          !summary || (summary.source.kind === "new" && summary.state === "draft")
            ? "New visit charge"
            : summary.source.corrects && summary.state !== "charged"
              ? correctionTitle(summary.source.corrects)
              : titleOf(visitCharged?.visitId ?? "")
        }
        meta={
          <>
            {summary && isExample(summary) ? <Badge>Example</Badge> : null}
            <StateBadge tone={state.tone}>{state.label}</StateBadge>
            {visitCharged?.version ? (
              <span className={styles.ids}>version {visitCharged.version}</span>
            ) : null}
            <SaveNote summary={summary} />
          </>
        }
        actions={
          <>
            <QueueSteps eventId={record.eventId} />
            <UndoButtons isReadOnly={isReadOnly} />
            <Menu label="More" isIconOnly sections={menu.sections}>
              <MoreIcon />
            </Menu>
            {menu.correct ? <Button onClick={menu.correct}>Correct this charge</Button> : null}
            {summary?.state === "charged" ? null : (
              <Button
                type="submit"
                look="primary"
                isBusy={submit.isBusy}
                disabled={isReadOnly || isOver}
                title={isOver ? "This visit is already charged" : undefined}
                data-submit=""
              >
                {submitWords(summary?.source.corrects)}
              </Button>
            )}
          </>
        }
      />
      {menu.dialogs}
    </>
  );
}

function UndoButtons({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const { visit, story } = useEditor();
  const { done, undone } = useHistory();
  const nothing =
    story.earlier.length === 0
      ? "Nothing to undo"
      : "Nothing to undo since the visit was opened. History lists the changes before.";
  const [last, next] = [done.at(-1), undone.at(-1)];
  return (
    <>
      <Button
        look="quiet"
        keys="mod+z"
        icon={<UndoIcon />}
        disabled={isReadOnly || !last}
        title={last ? `Undo: ${last.label}` : nothing}
        onClick={() => visit.undo()}
      >
        <span className={styles.undo}>Undo</span>
      </Button>
      {next ? (
        <Button look="quiet" disabled={isReadOnly} title={`Redo: ${next.label}`} onClick={() => visit.redo()}>
          Redo
        </Button>
      ) : null}
    </>
  );
}
