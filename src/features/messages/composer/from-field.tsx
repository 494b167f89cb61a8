import { useId } from "react";
import { useOwnAddresses } from "#room/features/messages/own-address.ts";
import styles from "./composer.module.css";
import type { Composer } from "./use-composer.ts";

/** The address it is sent from, where the user has several. */
export function FromField({ composer: { state, change } }: { readonly composer: Composer }) {
  const id = useId();
  const own = useOwnAddresses();
  const [first] = own;
  if (own.length < 2) return null;
  const chosen = own.find((address) => address.toLowerCase() === state.from?.toLowerCase()) ?? first;
  return (
    <div className={styles.subject}>
      <label htmlFor={id}>From</label>
      <div className={styles.subjectBox}>
        <select
          id={id}
          value={chosen}
          onChange={({ target }) => change((old) => ({ ...old, from: target.value }))}
        >
          {own.map((address) => (
            <option key={address}>{address}</option>
          ))}
        </select>
      </div>
    </div>
  );
}
