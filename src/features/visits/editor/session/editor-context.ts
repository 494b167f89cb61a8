import { createContext, useCallback, useContext, useSyncExternalStore } from "react";
import type { ListName } from "#room/features/visits/editor/draft/draft.ts";
import type { FieldRef } from "#room/features/visits/editor/draft/field-ref.ts";
import type { HistoryView } from "#room/features/visits/editor/draft/history.ts";
import type { EditorSession } from "./editor-session.ts";
import type { Signal } from "#room/signals/signal.ts";

export const EditorContext = createContext<EditorSession | undefined>(undefined);

/** Whether nobody writes it any more: it is charged, or on its way. */
export const SettledContext = createContext(false);

export function useEditor(): EditorSession {
  const session = useContext(EditorContext);
  if (!session) throw new Error("No event is open: this part stands outside the editor");
  return session;
}

export function useSignal<T>(signal: Signal<T>): T {
  return useSyncExternalStore(signal.subscribe, signal.get);
}

export function useText(place: FieldRef): string {
  const { visit } = useEditor();
  return useSyncExternalStore(visit.subscribe, () => visit.text(place));
}

export function useRowIds(list: ListName): readonly string[] {
  const { visit } = useEditor();
  return useSyncExternalStore(visit.subscribeOrder, () => visit.order()[list]);
}

/** How many rows of a list have content; an empty line waiting to be typed in does not count. */
export function useFilledCount(list: ListName): number {
  const { visit } = useEditor();
  return useSyncExternalStore(
    useCallback(
      (listener) =>
        visit.subscribe(({ cells, lists }) => {
          const isOfNew = cells.some((place) => "list" in place && visit.source.fresh.has(place.rowId));
          if (isOfNew || lists.length > 0) listener();
        }),
      [visit],
    ),
    () => visit.sentRows(list).length,
  );
}

export function useHistory(): HistoryView {
  const { visit } = useEditor();
  return useSyncExternalStore(visit.subscribeHistory, visit.history);
}
