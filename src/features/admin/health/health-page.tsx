import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { describeFailure } from "#room/api/describe-failure.ts";
import { operationMutation, operationQuery, useRead } from "#room/api/operation-query.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { toast } from "#room/ui/toast-store.ts";
import { serviceNow } from "#room/api/service-clock.ts";
import { retryInterval } from "#room/api/retry-delay.ts";
import { useMay } from "#room/api/account.ts";
import type { HealthCheck } from "#room/contract/operations/get-health.ts";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { AlertIcon, CopyIcon } from "#room/ui/icons.tsx";
import { Page } from "#room/ui/page.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { copyText } from "#room/ui/copy-text.ts";
import styles from "./health.module.css";
import { SetAsideMail } from "./set-aside-mail.tsx";
import { BackUp } from "./back-up.tsx";
import { clockCheck, healthText } from "./health-text.ts";

function NewDataKey() {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const begin = useMutation({
    ...operationMutation("beginDataKey"),
    onSuccess: ({ keyId }) => {
      setOpen(false);
      toast({ tone: "ok", title: `New data is encrypted with key ${keyId}` });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["getHealth"] }),
  });
  return (
    <>
      <Button
        onClick={() => {
          begin.reset();
          setOpen(true);
        }}
      >
        New data key
      </Button>
      {isOpen ? (
        <Dialog
          title="Begin a new data key?"
          onClose={() => setOpen(false)}
          action={{ label: "Begin it", look: "danger", run: () => begin.mutate({}), isBusy: begin.isPending }}
        >
          {begin.error ? (
            <Banner tone="bad" role="alert" isFailure={false} title={describeFailure(begin.error).detail} />
          ) : null}
          <p>
            What is written from now on is encrypted with a new key. What is there stays readable, under the
            keys before. The key of the settings (DATA_KEY) stays the same.
          </p>
        </Dialog>
      ) : null}
    </>
  );
}

const copy = (text: string) => copyText(text, { title: "Copied", detail: "It contains no patient data." });

export function HealthPage() {
  const { data, failure, isFetching, onRetry } = useRead({
    ...operationQuery("getHealth", {}),
    refetchInterval: (query) => retryInterval(query) || 60_000,
  });
  const mayBackUp = useMay("backups");
  const [openedAt] = useState(() => Date.now() - serviceNow());
  const checks = data ? [...data.checks, clockCheck(openedAt)] : [];
  return (
    <Page
      title="Health"
      actions={
        <>
          <Button isBusy={isFetching} onClick={onRetry}>
            Check again
          </Button>
          {mayBackUp ? <BackUp /> : null}
          {mayBackUp && data?.hasDataKey ? <NewDataKey /> : null}
          {data ? (
            <Button icon={<CopyIcon />} onClick={() => void copy(healthText(data.at, checks))}>
              Copy as text
            </Button>
          ) : null}
        </>
      }
    >
      {failure ? (
        <Banner tone="warn" role="alert" title={failure.title} requestId={failure.requestId}>
          {failure.advice}
        </Banner>
      ) : null}
      {!data && !failure ? <EmptyState icon={<Spinner />} title="Looking…" /> : null}
      {data ? <Summary checks={checks} /> : null}
      {data ? (
        <dl className={styles.checks}>
          {checks.map((check) => (
            <Check key={check.name} check={check} />
          ))}
        </dl>
      ) : null}
      <SetAsideMail />
    </Page>
  );
}

function Summary({ checks }: { readonly checks: readonly HealthCheck[] }) {
  const count = checks.filter(({ act }) => act).length;
  return (
    <p className={styles.summary} role="status">
      {count === 0
        ? "No action needed."
        : count === 1
          ? "1 thing needs attention."
          : `${count} things need attention.`}
    </p>
  );
}

function Check({ check: { name, value, act } }: { readonly check: HealthCheck }) {
  return (
    <div className={styles.check} data-act={act ? "true" : undefined}>
      <dt>{name}</dt>
      <dd>
        {value}
        {act ? (
          <p className={styles.act}>
            <AlertIcon size={14} /> {act}
          </p>
        ) : null}
      </dd>
    </div>
  );
}
