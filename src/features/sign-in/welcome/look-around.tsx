import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { callOperation } from "#room/api/call-operation.ts";
import { keepFirstSecret } from "#room/api/first-secret.ts";
import { loadServiceConfig } from "#room/api/service-config.ts";
import { useSignInActions } from "#room/features/sign-in/sign-in-context.ts";
import styles from "#room/features/sign-in/sign-in.module.css";
import { Button } from "#room/ui/button.tsx";
import { Failed } from "#room/features/parts/failed.tsx";

/** Before setup: the console with sample data, signed in to a store of its own. */
export function LookAround({ secret }: { readonly secret: string }) {
  const navigate = useNavigate();
  const { signIn } = useSignInActions();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const begin = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { userName, password } = await callOperation("beginLookAround", { secret });
      keepFirstSecret(secret);
      // The service now says it is a demo, which has its own workspace in this browser.
      await loadServiceConfig();
      await signIn({ userName, password, rememberMe: false, way: "credentials" });
      await navigate({ to: "/visits", replace: true });
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <section aria-label="Look around" className={`row ${styles.lookAround}`}>
      <p>Want to see it first? Sample data stays apart from your clinic’s, and is deleted afterwards.</p>
      <Button onClick={() => void begin()} isBusy={isBusy}>
        Look around with sample data
      </Button>
      <Failed error={failure} />
    </section>
  );
}
