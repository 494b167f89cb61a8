import { useMemo, useState } from "react";

export interface RowSelection {
  readonly ids: ReadonlySet<string>;
  /** The selected rows in the order of the list. */
  inOrder(): readonly string[];
  only(rowId: string): void;
  toggle(rowId: string): void;
  /** From the row that was selected first (or this other one) to this one. */
  extendTo(rowId: string, from?: string): void;
  all(): void;
  clear(): void;
}

interface State {
  readonly anchor: string | undefined;
  readonly ids: ReadonlySet<string>;
}

const none: State = { anchor: undefined, ids: new Set() };

function between(rowIds: readonly string[], from: string, to: string): ReadonlySet<string> {
  const [a, b] = [rowIds.indexOf(from), rowIds.indexOf(to)];
  return new Set(rowIds.slice(Math.min(a, b), Math.max(a, b) + 1));
}

/** Which rows of a grid are selected. Rows that are gone are selected no more. */
export function useRowSelection(rowIds: readonly string[]): RowSelection {
  const [state, setState] = useState<State>(none);
  return useMemo(() => {
    const { anchor } = state;
    const ids = state.ids.size === 0 ? state.ids : new Set(rowIds.filter((id) => state.ids.has(id)));
    return {
      ids,
      inOrder: () => rowIds.filter((id) => ids.has(id)),
      only: (rowId) => setState({ anchor: rowId, ids: new Set([rowId]) }),
      toggle: (rowId) => {
        const next = new Set(ids);
        if (!next.delete(rowId)) next.add(rowId);
        setState({ anchor: rowId, ids: next });
      },
      extendTo: (rowId, from = rowId) => {
        const start = anchor !== undefined && ids.size > 0 ? anchor : from;
        setState({ anchor: start, ids: between(rowIds, start, rowId) });
      },
      all: () => setState({ anchor: rowIds[0], ids: new Set(rowIds) }),
      clear: () => setState(none),
    };
  }, [rowIds, state]);
}
