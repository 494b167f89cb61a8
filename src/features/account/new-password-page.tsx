import { operationQuery } from "#room/api/operation-query.ts";
import { useRead } from "#room/api/use-read.ts";
import { Brand } from "#room/ui/brand.tsx";
import { Button } from "#room/ui/button.tsx";
import { Fetched } from "#room/ui/fetched.tsx";
import { PasswordForm } from "./password-section.tsx";
import styles from "./second-factor/second-factor.module.css";

interface NewPasswordPageProps {
  readonly userName: string;
  readonly onDone: () => void;
  readonly onSignOut: () => void;
}

/** Shown instead of the console to a user who signed in with a password that the server printed. */
export function NewPasswordPage({ userName, onDone, onSignOut }: NewPasswordPageProps) {
  return (
    <main className={styles.lone}>
      <div className={styles.card}>
        <Brand />
        <h1 tabIndex={-1} data-page-heading="">
          Choose your own password
        </h1>
        <p>
          You are signed in as {userName} with the password that the server printed when it first started. It
          may still be on a screen or in a log, so choose one that only you know. Then you can start.
        </p>
        <Fetched {...useRead(operationQuery("getOwnAccount", {}))} loading="Loading…">
          {({ minPassword }) => (
            <>
              <p>At least {minPassword} characters. A few words that don’t belong together work well.</p>
              <PasswordForm
                userName={userName}
                least={minPassword}
                oldLabel="Printed password"
                onDone={onDone}
              />
            </>
          )}
        </Fetched>
        <Button look="quiet" onClick={onSignOut}>
          Sign out
        </Button>
      </div>
    </main>
  );
}
