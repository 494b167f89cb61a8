import { Fragment } from "react";
import { classNames } from "./class-names.ts";
import styles from "./kbd.module.css";

const isApple = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);

const printed: Record<string, string> = {
  mod: isApple ? "⌘" : "Ctrl",
  ctrl: "Ctrl",
  alt: isApple ? "⌥" : "Alt",
  shift: "Shift",
  enter: "Enter",
  escape: "Esc",
  space: "Space",
  arrowup: "↑",
  arrowdown: "↓",
  arrowleft: "←",
  arrowright: "→",
  delete: "Del",
};

/** The labels of a chord's keys: "mod+k" is Ctrl and K (⌘ and K on a Mac). */
function keyParts(chord: string): string[] {
  const parts = chord === "+" ? ["+"] : chord.split("+");
  return parts.map(
    (part) => printed[part.toLowerCase()] ?? (/^(.|f\d+)$/i.test(part) ? part.toUpperCase() : part),
  );
}

export interface KbdProps {
  keys: string;
  /** True when the keys are the content (the shortcut list); beside a control they are not part of its name. */
  isSpoken?: boolean;
}

export function Kbd({ keys, isSpoken = false }: KbdProps) {
  return (
    <span className={classNames(styles.keys, isSpoken && styles.spoken)} aria-hidden={!isSpoken}>
      {keys.split(" ").map((chord, step) => (
        <Fragment key={step}>
          {keyParts(chord).map((part) => (
            <kbd key={part} className={`quiet nowrap ${styles.key}`}>
              {part}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
