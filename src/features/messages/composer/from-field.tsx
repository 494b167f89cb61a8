import { useId } from "react";
import { useToldAddresses } from "#room/features/messages/own-address.ts";
import styles from "./composer.module.css";
import type { Composer } from "./use-composer.ts";

/** The address it is sent from, where the user has several. */
export function FromField({ composer: { state, change } }: { readonly composer: Composer }) {
  const id = useId();
  const own = useToldAddresses();
  if (!own) return null;
  const [first] = own;
  const { from = first } = state;
  const known = own.find((address) => address.toLowerCase() === from?.toLowerCase());
  const isLost = from !== undefined && known === undefined;
  if (own.length < 2 && !isLost) return null;
  return (
    <div className={styles.line}>
      <label htmlFor={id}>From</label>
      <div className={styles.subjectBox}>
        <select
          id={id}
          value={known ?? from}
          aria-invalid={isLost || undefined}
          aria-describedby={isLost ? `${id}-note` : undefined}
          onChange={({ target }) => change((old) => ({ ...old, from: target.value }))}
        >
          {(isLost ? [from, ...own] : own).map((address) => (
            <option key={address}>{address}</option>
          ))}
        </select>
        {isLost ? (
          <span id={`${id}-note`} className={`quiet small ${styles.subjectNote}`} data-tone="bad">
            You can’t send from this address anymore. Choose another.
          </span>
        ) : null}
      </div>
    </div>
  );
}
