import { counted } from "#room/contract/primitives/counted.ts";
import { useState } from "react";
import { serviceNow } from "#room/api/service-clock.ts";
import { operationQuery, useRead } from "#room/api/operation-query.ts";
import type { ProgramKey } from "#room/contract/schemas/program-key.ts";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { Fetched } from "#room/ui/fetched.tsx";
import { Page } from "#room/ui/page.tsx";
import { KeyCard } from "./key-card.tsx";
import styles from "./keys.module.css";
import type { OpenedKey } from "./opened-key-dialogs.tsx";

const OpenedKeyDialogs = lateDialog(async () => (await import("./opened-key-dialogs.tsx")).OpenedKeyDialogs);

export function KeysPage() {
  const read = useRead(operationQuery("listKeys", {}));
  const [opened, setOpened] = useState<OpenedKey>();
  const add = (
    <Button look="primary" onClick={() => setOpened({ kind: "add" })}>
      Add a key
    </Button>
  );
  return (
    <Page title="API keys" actions={read.data && read.data.keys.length > 0 ? add : null}>
      <Fetched {...read} className="inset" loading="Loading the keys…">
        {({ keys, isAutoChargeOpen }) => (
          <>
            {isAutoChargeOpen ? <OpenNotice hasKeys={keys.some(mayCharge)} /> : null}
            {keys.length === 0 ? (
              <EmptyState title="No keys yet" actions={add}>
                A key lets a program, such as the rules engine, use this service under its own name: only for
                what you allow, and until a day you choose.
              </EmptyState>
            ) : null}
            <KeyList keys={keys} onOpen={setOpened} />
          </>
        )}
      </Fetched>
      {opened ? (
        <OpenedKeyDialogs opened={opened} onOpen={setOpened} onClose={() => setOpened(undefined)} />
      ) : null}
    </Page>
  );
}

const mayCharge = ({ state, operations }: ProgramKey) =>
  state === "live" && operations.includes("BillingAutoChargeChargeVisitRequest");

function OpenNotice({ hasKeys }: { readonly hasKeys: boolean }) {
  return (
    <Banner
      tone="warn"
      className="inset"
      title="Anyone who can reach this server can charge visits without a key"
    >
      {hasKeys
        ? "OPEN_AUTO_CHARGE is on. Once the rules engine sends its key, remove that setting and restart the server."
        : "OPEN_AUTO_CHARGE is on. Give the rules engine a key, then remove that setting and restart the server."}
    </Banner>
  );
}

interface KeyListProps {
  readonly keys: readonly ProgramKey[];
  readonly onOpen: (opened: OpenedKey) => void;
}

function KeyList({ keys, onOpen }: KeyListProps) {
  const ended = keys.filter(({ state }) => state === "ended");
  const card = (keyRow: ProgramKey) => (
    <KeyCard
      key={keyRow.keyId}
      keyRow={keyRow}
      now={serviceNow()}
      onConfirm={() => onOpen({ kind: "confirm", keyRow })}
      onRotate={() => onOpen({ kind: "rotate", keyRow })}
      onEnd={(secret) => onOpen({ kind: "end", keyRow, secret })}
    />
  );
  return (
    <>
      <ul className={`stack ${styles.list}`} aria-label="Keys">
        {keys.filter(({ state }) => state !== "ended").map(card)}
      </ul>
      {ended.length > 0 ? (
        <details className={styles.ended}>
          <summary>{counted(ended.length, "ended key")}</summary>
          <ul className={`stack ${styles.list}`} aria-label="Ended keys">
            {ended.map(card)}
          </ul>
        </details>
      ) : null}
    </>
  );
}
