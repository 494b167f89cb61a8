import { Listeners } from "#room/signals/listeners.ts";
import { useEffect, useLayoutEffect } from "react";
import { useNewest } from "./use-newest.ts";

/** Something the user can do from the command palette and, if it has keys, by shortcut. */
export interface Command {
  id: string;
  title: string;
  /** "mod+k" (Ctrl, or ⌘ on a Mac), "shift+enter", a single key "r", or a sequence "g v". */
  keys?: string;
  /** Its heading in the palette and on the shortcut list. */
  group?: string;
  /** Additional search words for the palette. */
  words?: string;
  /** False while it is unavailable; it then neither runs nor shows. */
  isEnabled?: boolean;
  /** Keys that also work while typing in a field; those with mod or Alt and function keys always do. */
  worksInFields?: boolean;
  /** On the shortcut list but not in the palette, such as moves inside a grid. */
  isKeyOnly?: boolean;
  run: () => void;
}

/** Something other than a command that the palette found: a visit, a message, a code. */
export interface PaletteHit {
  id: string;
  title: string;
  detail?: string;
  /** What it leads to, where several sources may find the same: it is offered once. */
  target?: string;
  run: () => void;
}

/** Something the palette can search. `search` is called on every change of the query and may be asynchronous. */
export interface PaletteSource {
  id: string;
  group: string;
  search: (query: string, signal: AbortSignal) => PaletteHit[] | Promise<PaletteHit[]>;
}

interface Held<Item> {
  current: readonly Item[];
}

function registry<Item>() {
  let held: readonly Held<Item>[] = [];
  const listeners = new Listeners();
  const publish = (next: readonly Held<Item>[]) => {
    held = next;
    listeners.tell();
  };
  return {
    add(items: Held<Item>): () => void {
      publish([...held, items]);
      return () => publish(held.filter((each) => each !== items));
    },
    /** Latest first: the topmost component wins a key. */
    all: (): Item[] => held.toReversed().flatMap((each) => each.current),
    subscribe: listeners.add,
  };
}

export const commandRegistry = registry<Command>();
export const paletteRegistry = registry<PaletteSource>();

/** Makes the commands of one heading: `command("undo", "Undo", "mod+z", undo)`; without keys, "". */
export function commandsOf(group: string, usual: Partial<Command> = {}) {
  return (id: string, title: string, keys: string, run: () => void): Command => ({
    ...usual,
    ...(keys !== "" && { keys }),
    id,
    title,
    group,
    run,
  });
}

/** Offers these commands while the component is mounted. A new array on each render is fine. */
export function useCommands(commands: readonly Command[]): void {
  const held = useNewest(commands);
  // A passive effect runs after paint: a key pressed in between would be lost.
  useLayoutEffect(() => commandRegistry.add(held), [held]);
}

export function usePaletteSource(source: PaletteSource): void {
  const held = useNewest([source]);
  useEffect(() => paletteRegistry.add(held), [held]);
}
