import { useQuery } from "@tanstack/react-query";
import { describeFailure } from "#room/api/describe-failure.ts";
import { operationQuery } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { Fetched } from "#room/ui/fetched.tsx";
import { PageHeader } from "#room/ui/page-header.tsx";
import styles from "./account.module.css";
import { PasswordSection } from "./password-section.tsx";
import { SecondFactorSection } from "./second-factor/second-factor-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { WhoSection } from "./who-section.tsx";

const request = {};

/** The user's own sign-in settings. */
export function AccountPage() {
  const hasPage = useServiceConfig().extensions.includes("getOwnAccount");
  return (
    <div className={styles.page}>
      <PageHeader title="Your account" />
      {hasPage ? (
        <Sections />
      ) : (
        <EmptyState title="This service has no page for your account">
          Ask your administrator about your password and where you are signed in.
        </EmptyState>
      )}
    </div>
  );
}

function Sections() {
  const { data, error, refetch } = useQuery(operationQuery("getOwnAccount", request));
  const failure = error ? describeFailure(error) : undefined;
  return (
    <div className={styles.sections}>
      <Fetched data={data} failure={failure} onRetry={() => void refetch()} loading="Loading your account…">
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
