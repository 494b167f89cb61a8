import { useEffect, useLayoutEffect, useRef } from "react";

/** Something a person can do, by the palette and, when it has keys, by them. */
export interface Command {
  id: string;
  title: string;
  /** "mod+k" (Ctrl, or ⌘ on a Mac), "shift+enter", one key "r", or two in turn "g v". */
  keys?: string;
  /** The heading it stands under in the palette and on the key sheet. */
  group?: string;
  /** Extra words the palette finds it by. */
  words?: string;
  /** False while it cannot be done now; it then neither runs nor shows. */
  isEnabled?: boolean;
  /** Keys that also work while typing in a field; chords with mod always do. */
  worksInFields?: boolean;
  /** Shown on the key sheet but not in the palette (moves inside a grid, say). */
  isKeyOnly?: boolean;
  run: () => void;
}

/** What the palette found outside the commands: a visit, a message, a code. */
export interface PaletteHit {
  id: string;
  title: string;
  detail?: string;
  run: () => void;
}

/** A kind of thing the palette can find. `search` is asked at every change of the query and may answer later. */
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
  const listeners = new Set<() => void>();
  const publish = (next: readonly Held<Item>[]) => {
    held = next;
    for (const listener of listeners) listener();
  };
  return {
    add(items: Held<Item>): () => void {
      publish([...held, items]);
      return () => publish(held.filter((each) => each !== items));
    },
    /** The latest added come first: what stands on top wins a key. */
    all: (): Item[] => held.toReversed().flatMap((each) => each.current),
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const commandRegistry = registry<Command>();
export const paletteRegistry = registry<PaletteSource>();

/** Offers these commands as soon and as long as the component stands. A new array at each render is fine. */
export function useCommands(commands: readonly Command[]): void {
  const held = useRef(commands);
  useEffect(() => {
    held.current = commands;
  });
  // A plain effect comes after the paint: a key pressed in between would be lost.
  useLayoutEffect(() => commandRegistry.add(held), []);
}

/** Lets the palette search what the feature knows, as long as the component stands. */
export function usePaletteSource(source: PaletteSource): void {
  const held = useRef<readonly PaletteSource[]>([source]);
  useEffect(() => {
    held.current = [source];
  });
  useEffect(() => paletteRegistry.add(held), []);
}
