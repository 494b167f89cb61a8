import { counted } from "#room/contract/primitives/counted.ts";
import { useRef, useState } from "react";
import { callOperation } from "#room/api/call-operation.ts";
import { describeFailure } from "#room/api/describe-failure.ts";
import type { RequestOf, ResponseOf } from "#room/contract/registry.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { formatCount } from "#room/ui/formats.ts";

type Checked = ResponseOf<"checkAuditTrail">;

interface CheckResult {
  readonly tone: "ok" | "bad" | "plain";
  readonly title: string;
  readonly detail?: string;
}

export const entriesText = (count: number) => counted(count, "entry", "entries");

function verdictOf({ entries, brokenAt, fault, removed }: Checked): CheckResult {
  const kept = entries - (removed ?? 0);
  if ((fault === undefined || fault === null) && removed)
    return {
      tone: "ok",
      title: `${entriesText(kept)} verified. None was changed.`,
      detail: `Entries 1 to ${formatCount(removed)} were removed by age, as TRAIL_KEEP_DAYS says.`,
    };
  if (fault === undefined || fault === null)
    return {
      tone: "ok",
      title: `${entriesText(kept)} verified. None was changed or removed.`,
    };
  return {
    tone: "bad",
    title: `The audit log is broken at entry ${formatCount(brokenAt ?? entries + 1)}: ${fault}.`,
    detail: `The ${entriesText(entries)} before it are as they were written. Keep a copy of the database as it is now, and tell whoever is responsible for security.`,
  };
}

/** Verifies the chain in parts, so that it can be stopped and shows progress. */
export function useChainCheck() {
  const [result, setResult] = useState<CheckResult>();
  const [isRunning, setRunning] = useState(false);
  const stopping = useRef<AbortController>(undefined);
  const check = async () => {
    const { signal } = (stopping.current = new AbortController());
    setRunning(true);
    let from: RequestOf<"checkAuditTrail"> = {};
    try {
      for (;;) {
        const checked = await callOperation("checkAuditTrail", from, { signal });
        if (checked.isDone) return setResult(verdictOf(checked));
        from = { entries: checked.entries, hash: checked.hash };
        const title = `Verified ${formatCount(checked.entries)} of ${entriesText(checked.total)}…`;
        setResult({ tone: "plain", title });
      }
    } catch (error) {
      if (signal.aborted) return setResult(undefined);
      const { title, advice } = describeFailure(error);
      setResult({ tone: "bad", title: `Not verified: ${title}`, detail: advice });
    } finally {
      setRunning(false);
    }
  };
  const button = isRunning ? (
    <Button onClick={() => stopping.current?.abort()}>Stop verifying</Button>
  ) : (
    <Button onClick={() => void check()}>Verify the log</Button>
  );
  const verdict = (
    <div role="status">
      {result ? (
        <Banner isStrip isFailure={false} tone={result.tone} title={result.title}>
          {result.detail}
        </Banner>
      ) : null}
    </div>
  );
  return { button, verdict };
}
