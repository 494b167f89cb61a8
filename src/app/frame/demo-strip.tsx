import { useState } from "react";
import { callOperation } from "#room/api/call-operation.ts";
import { describeFailure } from "#room/api/describe-failure.ts";
import { takeFirstAddress } from "#room/api/first-secret.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";

export function DemoStrip() {
  const { lookAround } = useServiceConfig();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  if (lookAround !== true)
    return (
      <Banner isStrip tone="accent">
        Demo: all data here is made up and is deleted when the server stops.
      </Banner>
    );
  const start = async () => {
    setBusy(true);
    try {
      await callOperation("endLookAround", {});
      location.assign(takeFirstAddress());
    } catch (error) {
      setFailure(describeFailure(error).title);
      setBusy(false);
    }
  };
  return (
    <Banner
      isStrip
      tone="accent"
      actions={
        <Button size="small" isBusy={isBusy} onClick={() => void start()}>
          Start for real
        </Button>
      }
    >
      {failure ?? "Sample data: all of it is made up. “Start for real” deletes it and sets up your clinic."}
    </Banner>
  );
}
