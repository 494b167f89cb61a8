import { Fragment } from "react";
import { classNames } from "./class-names.ts";
import styles from "./kbd.module.css";
import { keyParts } from "./key-names.ts";

export interface KbdProps {
  keys: string;
  /** True when the keys are the content (the shortcut list); beside a control they are not part of its name. */
  isSpoken?: boolean;
}

/** A key, a chord ("mod+k") or a sequence ("g v"), as labeled on the user's keyboard. */
export function Kbd({ keys, isSpoken = false }: KbdProps) {
  return (
    <span className={classNames(styles.keys, isSpoken && styles.spoken)} aria-hidden={!isSpoken}>
      {keys.split(" ").map((chord, step) => (
        <Fragment key={step}>
          {keyParts(chord).map((part) => (
            <kbd key={part} className={styles.key}>
              {part}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
