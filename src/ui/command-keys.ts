import { commandRegistry, type Command } from "./commands.ts";
import { followTyping, isTyping } from "./typed-on.ts";

const sequenceMs = 1200;

interface KeyState {
  first: string;
  /** When it was pressed, not when the page came to it: a busy page may take its time between the two keys. */
  at: number;
}

/** The chord of a key event, in the format of `Command.keys`: "mod+k", "shift+enter", "?", "r". */
function chordOf(event: KeyboardEvent): string {
  const key = event.key === " " ? "space" : event.key.toLowerCase();
  const isLetterOrName = /^[a-z0-9]$/.test(key) || key.length > 1;
  return [
    event.ctrlKey || event.metaKey ? "mod" : "",
    event.altKey ? "alt" : "",
    // For a character such as "?" shift is already implied.
    event.shiftKey && isLetterOrName ? "shift" : "",
    key,
  ]
    .filter(Boolean)
    .join("+");
}

/** A dialog or menu is open: the page's own keys are off; those with mod are on in a menu. */
function isUnderOverlay(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('[role="dialog"],[role="alertdialog"],[role="menu"],dialog') !== null
  );
}

export interface CommandKeysOptions {
  /** False turns single keys off (WCAG 2.1.4); chords with mod or alt still work. */
  singleKeys: () => boolean;
  commands?: () => Command[];
}

/** Runs commands by their keys, with one listener on the document. Returns a function that stops it. */
export function listenForCommandKeys({
  singleKeys,
  commands = commandRegistry.all,
}: CommandKeysOptions): () => void {
  let pending: KeyState | undefined;
  /** The key that ran something and is still down: its repeats are ignored, especially by a page that just opened. */
  let held: string | undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.repeat && event.key === held) event.preventDefault();
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    const chord = chordOf(event);
    const hasModifier = /^(mod|alt)\+/.test(chord) || /^(?:shift\+)?f\d+$/.test(chord);
    // What lies behind a dialog must not change unseen, such as an amount by an undo that was meant for a reason.
    const isInDialog = event.target instanceof Element && event.target.closest("[data-overlay]");
    const candidates = commands().filter(
      ({ keys, isEnabled, group }) => keys && isEnabled !== false && (!isInDialog || group === "Everywhere"),
    );
    const allowed = (command: Command) =>
      hasModifier || command.worksInFields
        ? true
        : singleKeys() && !isTyping(event.target) && !isUnderOverlay(event.target);
    const spoken =
      pending && event.timeStamp - pending.at < sequenceMs ? `${pending.first} ${chord}` : undefined;
    pending = undefined;
    const found =
      // It began outside of any field: a page that meanwhile focused one must not receive the rest as text.
      candidates.find((each) => each.keys === spoken && singleKeys()) ??
      candidates.find((each) => each.keys === chord && allowed(each));
    if (found) {
      event.preventDefault();
      held = event.key;
      found.run();
    } else if (candidates.some((each) => each.keys?.startsWith(`${chord} `) && allowed(each))) {
      pending = { first: chord, at: event.timeStamp };
    }
  };
  /** A menu's button handles every Enter itself, even when it is a chord of the page. */
  const onChordAtButton = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || isUnderOverlay(event.target)) return;
    if (!(event.target instanceof Element && event.target.closest("button"))) return;
    onKeyDown(event);
    if (event.defaultPrevented) event.stopPropagation();
  };
  const stop = new AbortController();
  const { signal } = stop;
  followTyping(signal);
  document.addEventListener("keydown", onChordAtButton, { signal, capture: true });
  document.addEventListener("keydown", onKeyDown, { signal });
  document.addEventListener("keyup", () => (held = undefined), { signal });
  // Pointing elsewhere cancels a started sequence.
  document.addEventListener("pointerdown", () => (pending = undefined), { signal });
  return () => stop.abort();
}
