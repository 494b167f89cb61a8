import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { describeFailure } from "#room/api/describe-failure.ts";
import { operationMutation } from "#room/api/operation-query.ts";
import { showInstant } from "#room/api/show-instant.ts";
import type { OwnSession } from "#room/contract/operations/get-own-account.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { StateBadge } from "#room/ui/state-badge.tsx";
import table from "#room/ui/table.module.css";
import { toast } from "#room/ui/toast-store.ts";
import { AccountSection } from "./account-section.tsx";
import styles from "./account.module.css";
import { endedWords } from "./session-words.ts";

/** One other session, or all of them. */
type Meant = OwnSession | "all";

/** Where one is signed in, and how to end it. */
export function SessionsSection({ sessions }: { readonly sessions: readonly OwnSession[] }) {
  const [meant, setMeant] = useState<Meant>();
  const others = sessions.filter(({ isThis }) => !isThis);
  return (
    <AccountSection
      title="Where you’re signed in"
      lead="End any session you don’t recognize or no longer use. If it wasn’t you, change your password too."
    >
      <div className={table.framed}>
        <div className={table.scroll}>
          <table className={table.table} aria-label="Your sessions">
            <thead>
              <tr>
                <th scope="col">Browser</th>
                <th scope="col">Last used</th>
                <th scope="col" className={styles.more}>
                  Signed in
                </th>
                <th scope="col" className={styles.more}>
                  From address
                </th>
                <th scope="col">
                  <span className="visually-hidden">End</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {sessions.map((session) => (
                <tr key={session.sessionId}>
                  <td>
                    {browserOf(session)}{" "}
                    {session.isThis ? <StateBadge tone="accent">This browser</StateBadge> : null}
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
            </tbody>
          </table>
        </div>
      </div>
      {others.length > 1 ? (
        <Button onClick={() => setMeant("all")}>End all {others.length} others</Button>
      ) : null}
      {meant ? <EndDialog meant={meant} count={others.length} onClose={() => setMeant(undefined)} /> : null}
    </AccountSection>
  );
}

const browserOf = ({ browser }: OwnSession) => browser || "Unknown browser";

interface EndDialogProps {
  readonly meant: Meant;
  readonly count: number;
  readonly onClose: () => void;
}

function EndDialog({ meant, count, onClose }: EndDialogProps) {
  const client = useQueryClient();
  const end = useMutation(operationMutation("endSessions"));
  const failure = end.error ? describeFailure(end.error) : undefined;
  const go = () =>
    end.mutate(meant === "all" ? {} : { sessionId: meant.sessionId }, {
      onSuccess: ({ ended }) => {
        toast({ tone: "ok", title: ended === 0 ? "It had ended already" : endedWords(ended) });
        onClose();
      },
      onSettled: () => client.invalidateQueries({ queryKey: ["getOwnAccount"] }),
    });
  return (
    <Dialog
      title={meant === "all" ? `End ${count} other sessions?` : `End ${browserOf(meant)}?`}
      isOpen
      role="alertdialog"
      startsAtAction
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" isBusy={end.isPending} onClick={go}>
            {meant === "all" ? "End them" : "End it"}
          </Button>
        </>
      }
    >
      <p>
        Whoever works there is asked for the password again. Drafts stay in that browser, encrypted, until you
        come back.
      </p>
      {failure ? (
        <Banner tone="bad" role="alert" title={failure.title} requestId={failure.requestId}>
          {[failure.detail, failure.advice].filter(Boolean).join(" ")}
        </Banner>
      ) : null}
    </Dialog>
  );
}
