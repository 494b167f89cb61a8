import { useState } from "react";
import { failureLine } from "#room/api/describe-failure.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { useSignInActions } from "./sign-in-context.ts";
import styles from "./sign-in.module.css";

export interface ProviderButtonsProps {
  providers: readonly { readonly name: string; readonly label: string }[];
  continueTo: string;
  /** Opens the provider in a separate window, leaving this page as is. */
  isInPopup?: boolean;
}

export function ProviderButtons({ providers, continueTo, isInPopup = false }: ProviderButtonsProps) {
  const { beginWithProvider } = useSignInActions();
  const [under, setUnder] = useState<string>();
  const [problem, setProblem] = useState<string>();
  if (providers.length === 0) return null;

  const begin = async (name: string) => {
    setUnder(name);
    setProblem(undefined);
    try {
      await beginWithProvider(name, { continueTo, isInPopup });
      if (isInPopup) setUnder(undefined);
    } catch (error) {
      setProblem(failureLine(error));
      setUnder(undefined);
    }
  };
  return (
    <>
      {isInPopup ? null : <div className={styles.or}>or</div>}
      <div className="stack">
        {providers.map(({ name, label }) => (
          <Button key={name} size="large" isBusy={under === name} onClick={() => void begin(name)}>
            Continue with {label}
          </Button>
        ))}
      </div>
      {problem ? (
        <Banner tone="bad" role="alert">
          {problem}
        </Banner>
      ) : null}
    </>
  );
}
