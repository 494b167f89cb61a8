import { showInstant } from "#room/api/show-instant.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import accountStyles from "#room/features/account/account.module.css";
import { Button } from "#room/ui/button.tsx";
import { Table } from "#room/ui/table.tsx";
import type { FactorTask } from "./factor-dialog.tsx";

interface FactorTableProps {
  readonly factors: ResponseOf<"listFactors">;
  readonly onTask: (task: FactorTask) => void;
}

/** The user's authenticator app and passkeys. */
export function FactorTable({ factors: { totpSince, passkeys }, onTask }: FactorTableProps) {
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
          <td className={accountStyles.end}>
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
