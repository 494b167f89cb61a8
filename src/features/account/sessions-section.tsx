import { useState } from "react";
import { showInstant } from "#room/api/show-instant.ts";
import type { OwnSession } from "#room/contract/operations/get-own-account.ts";
import { Button } from "#room/ui/button.tsx";
import { StateBadge } from "#room/ui/state-badge.tsx";
import table from "#room/ui/table.module.css";
import { Table } from "#room/ui/table.tsx";
import { AccountSection } from "./account-section.tsx";
import styles from "./account.module.css";
import { type Meant, EndDialog } from "./end-sessions-dialog.tsx";
import { browserOf } from "./browser-of.ts";

/** Where the user is signed in, with a way to end each session. */
export function SessionsSection({ sessions }: { readonly sessions: readonly OwnSession[] }) {
  const [meant, setMeant] = useState<Meant>();
  const others = sessions.filter(({ isThis }) => !isThis);
  return (
    <AccountSection
      title="Where you’re signed in"
      lead="End any session you don’t recognize or no longer use. If it wasn’t you, change your password too."
    >
      <Table
        look="framed"
        label="Your sessions"
        heads={[
          "Browser",
          "Last used",
          { name: "Signed in", className: styles.more },
          { name: "From address", className: styles.more },
          { name: "End", isHidden: true },
        ]}
      >
        {sessions.map((session) => (
          <tr key={session.sessionId}>
            <td>
              {browserOf(session)}{" "}
              {session.isThis ? <StateBadge tone="accent">This device</StateBadge> : null}
            </td>
            <td>{showInstant(session.lastUsedAt)}</td>
            <td className={styles.more}>{showInstant(session.startedAt)}</td>
            <td className={`${table.id} ${styles.more}`}>{session.remoteAddress}</td>
            <td className={styles.end}>
              {session.isThis ? null : (
                <Button
                  size="small"
                  aria-label={`End ${browserOf(session)}, last used ${showInstant(session.lastUsedAt)}`}
                  onClick={() => setMeant(session)}
                >
                  End
                </Button>
              )}
            </td>
          </tr>
        ))}
      </Table>
      {others.length > 1 ? (
        <Button onClick={() => setMeant("all")}>End all {others.length} others</Button>
      ) : null}
      {meant ? <EndDialog meant={meant} count={others.length} onClose={() => setMeant(undefined)} /> : null}
    </AccountSection>
  );
}
