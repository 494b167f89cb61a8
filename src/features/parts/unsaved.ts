import { Signal } from "#room/signals/signal.ts";

/** By draft: what was typed in this tab and could not be stored before its page was left. In memory alone. */
export class Unsaved<Typed> extends Signal<ReadonlyMap<string, Typed>> {
  constructor() {
    super(new Map());
  }

  keep(id: string, typed: Typed): void {
    this.set(new Map([...this.get(), [id, typed]]));
  }

  drop(id: string): void {
    this.set(new Map([...this.get()].filter(([kept]) => kept !== id)));
  }
}
