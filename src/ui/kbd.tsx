import { Fragment } from "react";
import { classNames } from "./class-names.ts";
import styles from "./kbd.module.css";
import { keyParts } from "./key-names.ts";

export interface KbdProps {
  keys: string;
  /** True where the keys are the content (the key sheet); beside a control they are no part of its name. */
  isSpoken?: boolean;
}

/** A key or a chord ("mod+k"), or keys one after the other ("g v"), as they are printed on the reader's keyboard. */
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
