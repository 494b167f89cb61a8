import { onceFor } from "#room/signals/once-for.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { Signal } from "#room/signals/signal.ts";
import { NotTheWriter } from "#room/workspace/browser/failures.ts";
import type { Workspace } from "#room/workspace/workspace.ts";

/** By visit: what was typed in this tab and could not be stored before its page was left. In memory alone. */
class Aside extends Signal<ReadonlyMap<string, DraftEvent>> {
  constructor() {
    super(new Map());
  }

  keep(id: string, typed: DraftEvent): void {
    this.set(new Map([...this.get(), [id, typed]]));
  }

  drop(id: string): void {
    this.set(new Map([...this.get()].filter(([kept]) => kept !== id)));
  }
}

export const typedAside = onceFor((_of: Workspace) => new Aside());

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
