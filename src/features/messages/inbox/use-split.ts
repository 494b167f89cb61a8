import { useState } from "react";
import { useKept, useWorkspace } from "#room/features/workspace/workspace-context.ts";

export type Layout = "right" | "below" | "full";

const preference = "messages.split";

/** The list's share of the space in percent, limited so that neither side disappears. */
export const splitLimits = { min: 20, max: 75 } as const;
const usual = { right: 32, below: 40 } as const;

export function useSplit(layout: Layout) {
  const { preferences } = useWorkspace();
  const kept = useKept(preferences)[preference];
  const [moving, move] = useState<number>();
  const all: Record<string, unknown> = { ...Object(kept) };
  const known = all[layout];
  const { min, max } = splitLimits;
  const chosen = moving ?? (typeof known === "number" && known >= min && known <= max ? known : undefined);
  return {
    /** The list's share in percent; undefined if the user has set none. */
    chosen,
    share: chosen ?? usual[layout === "below" ? "below" : "right"],
    move,
    keep(share: number | undefined) {
      move(undefined);
      void preferences.update((before) => ({
        ...before,
        [preference]: { ...Object(before[preference]), [layout]: share },
      }));
    },
  };
}
