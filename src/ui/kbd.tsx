import { Fragment } from "react";
import styles from "./kbd.module.css";
import { keyParts } from "./key-names.ts";

/** A key or a chord ("mod+k"), or keys one after the other ("g v"), as they are printed on the reader's keyboard. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className={styles.keys}>
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
