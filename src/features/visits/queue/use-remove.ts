import { counted } from "#room/contract/primitives/counted.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { toast, toastError } from "#room/ui/toast-store.ts";

function visits(count: number): string {
  return counted(count, "visit");
}

function whyKept(count: number): string {
  return `${visits(count)} ${count === 1 ? "stays" : "stay"}: sent without an answer, or on the way.`;
}

/** Removes events from this browser, with undo. Those being sent or unknown stay. */
export function useRemove(): (eventIds: readonly string[]) => Promise<void> {
  const { visits: store } = useWorkspace();
  return async (eventIds) => {
    if (eventIds.length === 0) return;
    try {
      const removed = await store.remove(eventIds);
      const stays = removed.kept.length === 0 ? {} : { detail: whyKept(removed.kept.length) };
      if (removed.removed.length === 0) {
        toast({ title: "Nothing was removed", tone: "warn", ...stays });
        return;
      }
      toast({
        title: `${visits(removed.removed.length)} removed from this device`,
        ...stays,
        action: {
          label: "Undo",
          run: () =>
            void store
              .restore(removed)
              .catch((error: unknown) => toastError("The removal couldn’t be undone", error)),
        },
      });
    } catch (error) {
      toastError("Nothing was removed", error);
    }
  };
}
