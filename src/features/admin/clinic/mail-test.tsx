import { useMutation, useQueryClient } from "@tanstack/react-query";
import { operationMutation } from "#room/api/operation-query.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import { Button } from "#room/ui/button.tsx";
import { Failed } from "#room/features/parts/failed.tsx";
import { showInstant } from "#room/api/show-instant.ts";
import { StateMark } from "#room/ui/state-badge.tsx";
import styles from "./clinic.module.css";

type Settings = ResponseOf<"getMailSettings">;
type Step = NonNullable<Settings["test"]>["steps"][number];

const stepWords: Readonly<Record<Step["name"], string>> = {
  "handed-over": "Handed over to your mail service",
  "came-back": "Came back into your mailbox",
  processed: "Your provider said: taken",
  delivered: "Your provider said: delivered",
};

const stateWords: Readonly<Record<Exclude<Step["state"], "done">, string>> = {
  waiting: "waiting",
  failed: "failed",
  "not-known": "no answer in time",
};
const tones = { done: "ok", waiting: "plain", failed: "bad", "not-known": "warn" } as const;

function TestStep({ step: { name, state, at, reason } }: { readonly step: Step }) {
  return (
    <li>
      <StateMark tone={tones[state]} /> {stepWords[name]}:{" "}
      {state === "done" ? (at ? showInstant(at) : "done") : stateWords[state]}
      {reason ? <p className="lead">{reason}</p> : null}
    </li>
  );
}

/** Sends the administrator a mail by way of the mail service, and tells how far it came. */
export function MailTest({ settings: { goesOut, comesIn, test } }: { readonly settings: Settings }) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    ...operationMutation("testMail"),
    onSettled: () => client.invalidateQueries({ queryKey: ["getMailSettings"] }),
  });
  return (
    <div className={`stack ${styles.form}`}>
      <h3>Test the mail service</h3>
      <p className="lead">
        {goesOut
          ? "Sends a message from your own address to your own address, out by the mail service and back in."
          : "The server has no mail service for other domains yet (DIRECT_SMTP_URL)."}
        {goesOut && !comesIn ? " No mail is fetched yet (DIRECT_IMAP_URL), so it won’t come back." : ""}
      </p>
      <Button isBusy={isPending} disabled={!goesOut} onClick={() => mutate({})}>
        Send a test message
      </Button>
      <Failed error={error} />
      {test ? (
        <div role="status">
          <p>
            Test to {test.address}, {showInstant(test.begunAt)}
          </p>
          <ol className={styles.steps}>
            {test.steps.map((step) => (
              <TestStep key={step.name} step={step} />
            ))}
          </ol>
        </div>
      ) : null}
    </div>
  );
}
