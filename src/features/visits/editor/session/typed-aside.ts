import { onceFor } from "#room/signals/once-for.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { Unsaved } from "#room/features/parts/saver.ts";
import { NotTheWriter } from "#room/workspace/browser/failures.ts";
import type { Workspace } from "#room/workspace/workspace.ts";

export const typedAside = onceFor((_of: Workspace) => new Unsaved<DraftEvent>());

interface SaveParts {
  readonly workspace: Workspace;
  readonly eventId: string;
  readonly save: () => Promise<void>;
  /** All that is typed by now. */
  readonly typed: () => DraftEvent;
}

/** Saves a visit; what another tab was faster than is set aside, and offered (`typed-strip.tsx`). */
export async function saveOrSetAside({ workspace, eventId, save, typed }: SaveParts): Promise<void> {
  try {
    await save();
  } catch (error) {
    if (error instanceof NotTheWriter) typedAside(workspace).keep(eventId, typed());
    throw error;
  }
}
