import { useState } from "react";
import { describeFailure } from "#room/api/describe-failure.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { useKeeper } from "./keeper-context.ts";

/** The way out for users who forgot the secret; asks for confirmation, since it cannot be undone. */
export function StartClean() {
  const keeper = useKeeper();
  const [isAsked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string>();
  const erase = () => keeper.startClean().catch((error: unknown) => setProblem(describeFailure(error).title));
  if (!isAsked) {
    return (
      <Button look="quiet" onClick={() => setAsked(true)}>
        I don’t have it anymore
      </Button>
    );
  }
  return (
    <Banner
      tone="bad"
      role="alert"
      title="Delete your data on this device?"
      actions={
        <>
          <Button look="danger" onClick={() => void erase()}>
            Erase and start clean
          </Button>
          <Button look="quiet" onClick={() => setAsked(false)}>
            Keep it
          </Button>
        </>
      }
    >
      Drafts and unsent messages on this device are deleted and can’t be recovered. What was already sent
      stays with the service.{problem ? ` Not erased: ${problem}.` : ""}
    </Banner>
  );
}
