import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { useContext, useEffect, useMemo, useRef, type ReactNode, useCallback, useState } from "react";
import { EditableGrid } from "#room/ui/grid/editable-grid.tsx";
import type { GridColumn, GridSource } from "#room/ui/grid/grid-types.ts";
import { Button } from "#room/ui/button.tsx";
import { PlusIcon } from "#room/ui/page-icons.tsx";
import { listPaths, type ListName } from "#room/features/visits/editor/draft/draft.ts";
import { rowWords } from "#room/features/visits/editor/draft/row-actions.ts";
import styles from "#room/features/visits/editor/editor.module.css";
import { SettledContext, useEditor, useRowIds } from "#room/features/visits/editor/session/editor-context.ts";
import {
  blockOf,
  insertBlock,
  problemsOf,
  type Block,
} from "#room/features/visits/editor/draft/paste-block.ts";
import { gridSource } from "./grid-source.ts";
import { useColumns } from "./use-columns.tsx";

const PastePreview = lateDialog(async () => (await import("./paste-preview.tsx")).PastePreview);

/** Handles a paste: directly if it fits, else after a preview. */
function usePaste(
  list: ListName,
  columns: readonly GridColumn[],
): { paste: GridSource["paste"]; preview: ReactNode } {
  const { visit } = useEditor();
  const [waiting, setWaiting] = useState<Block>();
  const paste = useCallback<GridSource["paste"]>(
    (at, pasted, members) => {
      const block =
        typeof pasted === "string"
          ? blockOf({ list, at, text: pasted, members, columns })
          : { list, at, cells: pasted, members };
      if (problemsOf(block).length === 0) insertBlock(visit, block);
      else setWaiting(block);
    },
    [visit, list, columns],
  );
  const preview = waiting ? (
    <PastePreview
      block={waiting}
      onClose={() => setWaiting(undefined)}
      onInsert={(block) => {
        setWaiting(undefined);
        insertBlock(visit, block);
      }}
    />
  ) : null;
  return { paste, preview };
}

interface RowsSectionProps {
  readonly list: ListName;
  readonly title: string;
  readonly columns: readonly GridColumn[];
  readonly maxRows: number;
  readonly nameOf?: (index: number) => string;
  readonly addLabel: string;
  readonly hint?: ReactNode;
  readonly remove?: GridSource["remove"];
}

const numberOf = (index: number) => String(index + 1);

export function RowsSection(props: RowsSectionProps) {
  const { list, title, maxRows, nameOf = numberOf, addLabel, hint, remove } = props;
  const { columns, menu, reveal: onReveal } = useColumns(list, props.columns);
  const session = useEditor();
  const isSettled = useContext(SettledContext);
  const all = useRowIds(list);
  const { paste, preview } = usePaste(list, columns);
  const source = useMemo(
    () => gridSource(session, list, { paste, ...(remove ? { remove } : {}) }),
    [session, list, paste, remove],
  );
  // An empty line that waits to be typed in is no part of what is charged.
  const rowIds = useMemo(
    () => (isSettled ? all.filter((rowId) => !source.isBlank(rowId)) : all),
    [isSettled, all, source],
  );
  const first = columns.find(({ Show }) => !Show)?.member ?? "";
  const addButton = useRef<HTMLButtonElement>(null);
  const isEmpty = rowIds.length === 0;
  const wasEmpty = useRef(isEmpty);
  useEffect(() => {
    // The last row was removed along with the focused field.
    if (isEmpty && !wasEmpty.current && document.activeElement === document.body) addButton.current?.focus();
    wasEmpty.current = isEmpty;
  }, [isEmpty]);
  return (
    <section className={styles.section} aria-label={title} data-list={list}>
      <div className={styles.sectionHead}>
        <h2>{title}</h2>
        <small>{hint}</small>
        <span className="fill" />
        {menu}
        <Button
          size="small"
          look="quiet"
          icon={<PlusIcon />}
          ref={addButton}
          onClick={() => session.fillLine(list, first)}
        >
          {addLabel}
        </Button>
      </div>
      {rowIds.length > 0 ? (
        <EditableGrid
          ref={(handle) => session.setGrid(list, handle)}
          path={listPaths[list]}
          rowWord={rowWords[list]}
          {...{ rowIds, columns, source, nameOf, maxRows, onReveal }}
        />
      ) : (
        <p className="quiet small">None yet.</p>
      )}
      {preview}
    </section>
  );
}
