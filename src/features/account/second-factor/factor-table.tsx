import { showInstant } from "#room/api/show-instant.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import accountStyles from "#room/features/account/account.module.css";
import { Button } from "#room/ui/button.tsx";
import table from "#room/ui/table.module.css";
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
    <div className={`${table.framed} ${table.scroll}`}>
      <table className={table.table} aria-label="Your second factors">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Since</th>
            <th scope="col">Last used</th>
            <th scope="col">
              <span className="visually-hidden">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </div>
  );
}
