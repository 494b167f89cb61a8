import { showInstant } from "#room/api/show-instant.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import { Button } from "#room/ui/button.tsx";
import { Table } from "#room/ui/table.tsx";
import { counted } from "#room/contract/primitives/counted.ts";
import { useState } from "react";
import { useServiceConfig } from "#room/api/service-config.ts";
import { operationQuery, useRead } from "#room/api/operation-query.ts";
import { AccountSection } from "#room/features/account/account-section.tsx";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { hasPasskeys } from "#room/features/sign-in/second-step/passkey.ts";
import { FailedRead } from "#room/ui/fetched.tsx";
import type { FactorTask } from "./factor-dialog.tsx";

const FactorDialog = lateDialog(async () => (await import("./factor-dialog.tsx")).FactorDialog);

interface FactorTableProps {
  readonly factors: ResponseOf<"listFactors">;
  readonly onTask: (task: FactorTask) => void;
}

function FactorTable({ factors: { totpSince, passkeys }, onTask }: FactorTableProps) {
  const rows = [
    ...(totpSince
      ? [{ key: "app", name: "Authenticator app", since: totpSince, used: undefined, task: {} }]
      : []),
    ...passkeys.map(({ passkeyId, name, createdAt, lastUsedAt }) => ({
      key: passkeyId,
      name: `Passkey “${name}”`,
      since: createdAt,
      used: lastUsedAt,
      task: { passkeyId },
    })),
  ];
  return (
    <Table
      look="framed"
      label="Your second factors"
      heads={["What", "Since", "Last used", { name: "Remove", isHidden: true }]}
    >
      {rows.map(({ key, name, since, used, task }) => (
        <tr key={key}>
          <td>{name}</td>
          <td>{showInstant(since)}</td>
          <td>{used ? showInstant(used) : ""}</td>
          <td className="end">
            <Button
              size="small"
              aria-label={`Remove ${name}`}
              onClick={() => onTask({ kind: "remove", name, ...task })}
            >
              Remove
            </Button>
          </td>
        </tr>
      ))}
    </Table>
  );
}

export function SecondFactorSection() {
  const isThere = useServiceConfig().extensions.includes("listFactors");
  return isThere ? <Section /> : null;
}

function Section() {
  const { data, failure, onRetry } = useRead(operationQuery("listFactors", {}));
  const [task, setTask] = useState<FactorTask>();
  return (
    <AccountSection
      title="Second factor"
      lead="Something you have, asked for after your password, so that a stolen password isn’t enough."
    >
      <FailedRead failure={failure} onRetry={onRetry} />
      {data ? <Factors factors={data} onTask={setTask} /> : null}
      {task ? <FactorDialog task={task} onClose={() => setTask(undefined)} /> : null}
    </AccountSection>
  );
}

interface FactorsProps {
  readonly factors: ResponseOf<"listFactors">;
  readonly onTask: (task: FactorTask) => void;
}

function Factors({ factors, onTask }: FactorsProps) {
  const { totpSince, passkeys, recoveryCodesLeft, isRequired, passkeyPlace } = factors;
  const hasAny = Boolean(totpSince) || passkeys.length > 0;
  const mayAdd = Boolean(passkeyPlace) && hasPasskeys();
  return (
    <>
      {hasAny ? (
        <FactorTable factors={factors} onTask={onTask} />
      ) : (
        <p>
          You have none yet.{" "}
          {isRequired ? "Your role needs one." : "Anyone who learns your password can sign in as you."}
        </p>
      )}
      <div className="row">
        {totpSince ? null : (
          <Button onClick={() => onTask({ kind: "app" })}>Set up an authenticator app</Button>
        )}
        {mayAdd ? <Button onClick={() => onTask({ kind: "passkey" })}>Add a passkey</Button> : null}
      </div>
      {mayAdd ? null : <WhyNoPasskeys isAddress={!passkeyPlace} />}
      {hasAny ? (
        <p className={recoveryCodesLeft < 4 ? "warn" : undefined}>
          {counted(recoveryCodesLeft, "recovery code")} left.{" "}
          <Button size="small" onClick={() => onTask({ kind: "codes" })}>
            Make new codes
          </Button>
        </p>
      ) : null}
    </>
  );
}

function WhyNoPasskeys({ isAddress }: { readonly isAddress: boolean }) {
  const { hostname, port } = location;
  const isOwn = hostname === "127.0.0.1" || hostname === "[::1]";
  const words = isAddress
    ? `Passkeys work only if the console is opened by its host name. ${isOwn ? `On this computer open http://localhost${port ? `:${port}` : ""} instead of ${hostname}.` : "Ask your administrator for a host name with HTTPS."}`
    : isSecureContext
      ? "This browser doesn’t support passkeys."
      : "Passkeys need HTTPS. Ask your administrator.";
  return <p className="lead">{words}</p>;
}
