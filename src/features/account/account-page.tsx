import { useRef } from "react";
import { useServiceConfig } from "#room/api/service-config.ts";
import { operationQuery, useRead } from "#room/api/operation-query.ts";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { Fetched } from "#room/ui/fetched.tsx";
import { Page } from "#room/ui/page.tsx";
import { useKeptFocus } from "#room/ui/use-kept-focus.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import styles from "./account.module.css";
import { PasswordSection } from "./password-section.tsx";
import { SecondFactorSection } from "./second-factor/second-factor-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { AccountSection } from "./account-section.tsx";

function WhoSection({ account }: { readonly account: ResponseOf<"getOwnAccount"> }) {
  const { userName, displayName, role, addresses } = account;
  return (
    <AccountSection title="You">
      <dl className={styles.facts}>
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
