import { useMutation, useQueryClient } from "@tanstack/react-query";
import { operationMutation, operationQuery, useRead } from "#room/api/operation-query.ts";
import { showInstant } from "#room/api/show-instant.ts";
import type { OwnSession } from "#room/contract/operations/own-account.ts";
import { Failed } from "#room/features/parts/failed.tsx";
import { Button } from "#room/ui/button.tsx";
import { StateBadge } from "#room/ui/state-badge.tsx";
import table from "#room/ui/table.module.css";
import { Table } from "#room/ui/table.tsx";
import { toast } from "#room/ui/toast-store.ts";
import { AccountSection } from "./account-section.tsx";
import styles from "./account.module.css";
import { endedWords } from "./session-words.ts";
import { useRef } from "react";
import { useServiceConfig } from "#room/api/service-config.ts";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { Fetched } from "#room/ui/fetched.tsx";
import { Page } from "#room/ui/page.tsx";
import { useKeptFocus } from "#room/ui/use-kept-focus.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import { PasswordSection } from "./password-section.tsx";
import { SecondFactorSection } from "./second-factor/second-factor-section.tsx";

const browserOf = ({ browser }: OwnSession) => browser || "Unknown browser";

function SessionsSection({ sessions }: { readonly sessions: readonly OwnSession[] }) {
  const client = useQueryClient();
  const end = useMutation({
    ...operationMutation("endSessions"),
    onSuccess: ({ ended }) =>
      toast({ tone: "ok", title: ended === 0 ? "It had already ended" : endedWords(ended) }),
    onSettled: () => client.invalidateQueries({ queryKey: ["getOwnAccount"] }),
  });
  return (
    <AccountSection
      title="Where you’re signed in"
      lead="End any session you don’t recognize or no longer use: it asks for the password again, and its drafts stay there, encrypted. If it wasn’t you, change your password too."
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
            <td className="end">
              {session.isThis ? null : (
                <Button
                  size="small"
                  aria-label={`End ${browserOf(session)}, last used ${showInstant(session.lastUsedAt)}`}
                  aria-disabled={end.isPending}
                  onClick={() => end.mutate({ sessionId: session.sessionId })}
                >
                  End
                </Button>
              )}
            </td>
          </tr>
        ))}
      </Table>
      {sessions.some(({ isThis }) => !isThis) ? (
        <Button isBusy={end.isPending} onClick={() => end.mutate({})}>
          End all other sessions
        </Button>
      ) : null}
      <Failed error={end.error} />
    </AccountSection>
  );
}

function WhoSection({ account }: { readonly account: ResponseOf<"getOwnAccount"> }) {
  const { userName, displayName, role, addresses } = account;
  return (
    <AccountSection title="You">
      <dl className="facts">
        <dt>User name</dt>
        <dd>{userName}</dd>
        {displayName ? (
          <>
            <dt>Name</dt>
            <dd>{displayName}</dd>
          </>
        ) : null}
        <dt>Role</dt>
        <dd>{role}</dd>
        <dt>{addresses.length === 1 ? "Direct address" : "Direct addresses"}</dt>
        <dd>{addresses.length === 0 ? "none" : addresses.join(", ")}</dd>
      </dl>
    </AccountSection>
  );
}

export function AccountPage() {
  const hasPage = useServiceConfig().extensions.includes("getOwnAccount");
  return (
    <Page title="Your account">
      {hasPage ? (
        <Sections />
      ) : (
        <EmptyState title="This service has no page for your account">
          Ask your administrator about your password and where you are signed in.
        </EmptyState>
      )}
    </Page>
  );
}

function Sections() {
  const root = useRef<HTMLDivElement>(null);
  // The button of a session that was ended is gone.
  useKeptFocus(root);
  return (
    <div className={styles.sections} ref={root}>
      <Fetched {...useRead(operationQuery("getOwnAccount", {}))} loading="Loading your account…">
        {(account) => (
          <>
            <WhoSection account={account} />
            <PasswordSection account={account} />
            <SecondFactorSection />
            <SessionsSection sessions={account.sessions} />
          </>
        )}
      </Fetched>
    </div>
  );
}
