import type { Workspace } from "#room/workspace/workspace.ts";

interface Typed {
  get(): string;
  set(text: string): void;
  subscribe(listener: () => void): () => void;
}

function typedText(): Typed {
  let text = "";
  const listeners = new Set<() => void>();
  return {
    get: () => text,
    set(next) {
      text = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const texts = new WeakMap<Workspace, Typed>();

/** The text in the search box: kept while the workspace is open, never in the address or on disk. */
export function typedTextOf(workspace: Workspace): Typed {
  const known = texts.get(workspace) ?? typedText();
  texts.set(workspace, known);
  return known;
}
