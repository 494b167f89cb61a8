import { useEffect, useState } from "react";
import type { ListName } from "#room/features/visits/editor/draft/draft.ts";
import type { VisitDraft } from "#room/features/visits/editor/draft/visit-draft.ts";
import { useEditor } from "#room/features/visits/editor/session/editor-context.ts";

const restMs = 300;

/** What `read` makes of the open visit, anew once its date, or the list’s rows and these of their cells, have rested. */
export function useRested<T>(read: (visit: VisitDraft) => T, list: ListName, members?: readonly string[]): T {
  const { visit } = useEditor();
  const [rested, setRested] = useState(() => read(visit));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = visit.subscribe(({ cells, lists }) => {
      const isAffected = cells.some((place) =>
        "list" in place
          ? place.list === list && (members?.includes(place.member) ?? true)
          : place.path === "visitCharged.createdOn",
      );
      if (!isAffected && !lists.includes(list)) return;
      clearTimeout(timer);
      timer = setTimeout(() => setRested(() => read(visit)), restMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [visit, read, list, members]);
  return rested;
}
