import { useId, useState } from "react";
import { Button } from "#room/ui/button.tsx";
import { type Blocked, blockedSentence, blockedWords, countBlocked } from "./blocked.ts";
import styles from "./blocked-note.module.css";

/** What was removed from the message, with counts and, on demand, the addresses. */
export function BlockedNote({ blocked }: { blocked: readonly Blocked[] }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const sentence = blockedSentence(blocked);
  if (sentence === undefined) return null;
  return (
    <div className={styles.note}>
      <div className={styles.line}>
        <span role="note">{sentence}</span>
        <Button
          look="quiet"
          size="small"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Hide" : "Show what"}
        </Button>
      </div>
      <div id={id} hidden={!isOpen} className={styles.detail}>
        {countBlocked(blocked).map(([kind, count]) => (
          <section key={kind}>
            <h4>{blockedWords(kind, count)}</h4>
            <ul>
              {addressesOf(blocked, kind).map((address) => (
                <li key={address}>
                  <code>{address}</code>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

function addressesOf(blocked: readonly Blocked[], kind: Blocked["kind"]): string[] {
  const addresses = blocked
    .filter((one) => one.kind === kind && one.address !== "")
    .map((one) => one.address);
  return [...new Set(addresses)].slice(0, 100);
}
