import { onceFor } from "#room/signals/once-for.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { Signal } from "#room/signals/signal.ts";
import { NotTheWriter } from "#room/workspace/browser/failures.ts";
import type { Workspace } from "#room/workspace/workspace.ts";

/** What was typed in this tab and could not be stored before the visit was left or taken over. In memory alone. */
export const typedAside = onceFor((_of: Workspace) => new Signal<ReadonlyMap<string, DraftEvent>>(new Map()));

export function setAside(workspace: Workspace, eventId: string, typed: DraftEvent): void {
  const aside = typedAside(workspace);
  aside.set(new Map([...aside.get(), [eventId, typed]]));
}

export function dropAside(workspace: Workspace, eventId: string): void {
  const aside = typedAside(workspace);
  aside.set(new Map([...aside.get()].filter(([id]) => id !== eventId)));
}

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
    if (error instanceof NotTheWriter) setAside(workspace, eventId, typed());
    throw error;
  }
}
