import { useState } from "react";
import { Brand } from "#room/ui/brand.tsx";
import { Button } from "#room/ui/button.tsx";
import { mayHavePasskeys } from "#room/features/sign-in/second-step/passkey-slot.tsx";
import { AddPasskey } from "./add-passkey.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SetUpApp } from "./set-up-app.tsx";
import styles from "./second-factor.module.css";

interface SetUpPageProps {
  readonly userName: string;
  /** The second factor is active, and the codes are saved. */
  readonly onDone: () => void;
  readonly onSignOut: () => void;
}

/** Replaces the console for users who need a second factor and have none. */
export function SetUpPage({ userName, onDone, onSignOut }: SetUpPageProps) {
  const [kind, setKind] = useState<"app" | "passkey">("app");
  const [codes, setCodes] = useState<readonly string[]>([]);
  const done = (recoveryCodes: readonly string[]) => {
    if (recoveryCodes.length > 0) setCodes(recoveryCodes);
    else onDone();
  };
  const mayAdd = mayHavePasskeys();
  return (
    <main className="lone">
      <div className={`lone-card ${styles.card}`}>
        <Brand />
        <h1 tabIndex={-1} data-page-heading="">
          {codes.length > 0 ? "Recovery codes" : "Set up your second factor"}
        </h1>
        {codes.length > 0 ? (
          <RecoveryCodes codes={codes} onDone={onDone} />
        ) : (
          <>
            <p>
              You are signed in as {userName}. Your role requires a second factor, so set one up now. Then you
              can continue.
            </p>
            {kind === "app" ? <SetUpApp onDone={done} /> : <AddPasskey onDone={done} />}
            {mayAdd ? (
              <Button look="quiet" onClick={() => setKind(kind === "app" ? "passkey" : "app")}>
                {kind === "app" ? "Use a passkey instead" : "Use an authenticator app instead"}
              </Button>
            ) : null}
            <Button look="quiet" onClick={onSignOut}>
              Sign out
            </Button>
          </>
        )}
      </div>
    </main>
  );
}
