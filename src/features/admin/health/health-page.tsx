import { useState } from "react";
import { counted } from "#room/contract/primitives/counted.ts";
import { operationQuery, useRead } from "#room/api/operation-query.ts";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { serviceNow } from "#room/api/service-clock.ts";
import { retryInterval } from "#room/api/retry-delay.ts";
import { useMay } from "#room/api/account.ts";
import type { HealthCheck } from "#room/contract/operations/upkeep.ts";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { AlertIcon } from "#room/ui/icons.tsx";
import { CopyIcon } from "#room/ui/page-icons.tsx";
import { Page } from "#room/ui/page.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { copyText } from "#room/ui/copy-text.ts";
import styles from "./health.module.css";
import { SetAsideMail } from "./set-aside-mail.tsx";
import { BackUp } from "./back-up.tsx";
import { clockCheck, healthText } from "./health-text.ts";

const DataKeyDialog = lateDialog(async () => (await import("./data-key-dialog.tsx")).DataKeyDialog);

function NewDataKey() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>New data key</Button>
      {isOpen ? <DataKeyDialog onClose={() => setOpen(false)} /> : null}
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
    <p className="inset quiet" role="status">
      {count === 0 ? "No action needed." : `${counted(count, "thing needs", "things need")} attention.`}
    </p>
  );
}

function Check({ check: { name, value, act } }: { readonly check: HealthCheck }) {
  return (
    <div className={`facts ${styles.check}`} data-act={act ? "true" : undefined}>
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
