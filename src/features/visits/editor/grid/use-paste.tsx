import { useCallback, useState, type ReactNode } from "react";
import type { GridColumn, GridSource } from "#room/ui/grid/grid-types.ts";
import type { ListName } from "#room/features/visits/editor/draft/draft.ts";
import {
  blockOf,
  insertBlock,
  problemsOf,
  type Block,
} from "#room/features/visits/editor/draft/paste-block.ts";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";
import { PastePreview } from "./paste-preview.tsx";

/** Handles a paste: directly if it fits, else after a preview. */
export function usePaste(
  list: ListName,
  columns: readonly GridColumn[],
): { paste: GridSource["paste"]; preview: ReactNode } {
  const { visit } = useEditor();
  const [waiting, setWaiting] = useState<Block>();
  const paste = useCallback<GridSource["paste"]>(
    (at, text, members) => {
      const block = blockOf({ list, at, text, members, columns });
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
