import { useEffect, useState } from "react";
import { useKept, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { Layout } from "./view-menu.tsx";

const preference = "messages.layout";

/** The layout this user chose. */
export function useLayout(): [Layout, (layout: Layout) => void] {
  const { preferences } = useWorkspace();
  const kept = useKept(preferences)[preference];
  const layout = kept === "below" || kept === "full" ? kept : "right";
  return [layout, (next) => void preferences.update((all) => ({ ...all, [preference]: next }))];
}

/** True if the list and the message are shown side by side, or one above the other, at this screen width. */
export function isBeside(layout: Layout): boolean {
  if (layout === "full") return false;
  return matchMedia(layout === "right" ? "(width >= 960px)" : "(width >= 720px)").matches;
}

/** All rows have the same height: two lines next to the pane and on narrow screens, else one. */
export function useRowHeight(layout: Layout): number {
  const [isNarrow, setNarrow] = useState(() => matchMedia("(width < 720px)").matches);
  const [isCompact, setCompact] = useState(() => document.documentElement.dataset["density"] === "compact");
  useEffect(() => {
    const narrow = matchMedia("(width < 720px)");
    const look = () => setNarrow(narrow.matches);
    narrow.addEventListener("change", look);
    const observer = new MutationObserver(() =>
      setCompact(document.documentElement.dataset["density"] === "compact"),
    );
    observer.observe(document.documentElement, { attributeFilter: ["data-density"] });
    return () => {
      narrow.removeEventListener("change", look);
      observer.disconnect();
    };
  }, []);
  if (layout === "right" || isNarrow) return isCompact ? 51 : 59;
  return isCompact ? 32 : 40;
}
