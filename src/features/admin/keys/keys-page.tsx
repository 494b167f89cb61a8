import { counted } from "#room/contract/primitives/counted.ts";
import { useState } from "react";
import { serviceNow } from "#room/api/service-clock.ts";
import { operationQuery, useRead } from "#room/api/operation-query.ts";
import type { ProgramKey } from "#room/contract/schemas/program-key.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { Fetched } from "#room/ui/fetched.tsx";
import { Page } from "#room/ui/page.tsx";
import { AddKeyDialog } from "./add-key-dialog.tsx";
import { KeyCard, minuteText } from "./key-card.tsx";
import { ConfirmKeyDialog, EndKeyDialog, RotateKeyDialog } from "./key-dialogs.tsx";
import styles from "./keys.module.css";
import { ShownSecret } from "#room/features/admin/shown-secret.tsx";

type Opened =
  | { readonly kind: "add" }
  | { readonly kind: "confirm"; readonly keyRow: ProgramKey }
  | { readonly kind: "rotate"; readonly keyRow: ProgramKey }
  | { readonly kind: "end"; readonly keyRow: ProgramKey; readonly secret?: string | undefined }
  | { readonly kind: "shown"; readonly keyRow: ProgramKey; readonly secret: string };

export function KeysPage() {
  const read = useRead(operationQuery("listKeys", {}));
  const [opened, setOpened] = useState<Opened>();
  const add = (
    <Button look="primary" onClick={() => setOpened({ kind: "add" })}>
      Add a key
    </Button>
  );
  return (
    <Page title="API keys" actions={read.data && read.data.keys.length > 0 ? add : null}>
      <Fetched {...read} className={styles.notice} loading="Loading the keys…">
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
      <Over opened={opened} onOpen={setOpened} />
    </Page>
  );
}

const mayCharge = ({ state, operations }: ProgramKey) =>
  state === "live" && operations.includes("BillingAutoChargeChargeVisitRequest");

function OpenNotice({ hasKeys }: { readonly hasKeys: boolean }) {
  return (
    <Banner
      tone="warn"
      className={styles.notice ?? ""}
      title="Anyone who can reach this server can charge visits without a key"
    >
      {hasKeys
        ? "OPEN_AUTO_CHARGE is on. Once the rules engine sends its key, remove that setting and restart the server."
        : "OPEN_AUTO_CHARGE is on. Give the rules engine a key, then remove that setting and restart the server."}
    </Banner>
  );
}

interface OpenProps {
  readonly onOpen: (opened: Opened | undefined) => void;
}

function KeyList({ keys, onOpen }: OpenProps & { readonly keys: readonly ProgramKey[] }) {
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
      <ul className={styles.list} aria-label="Keys">
        {keys.filter(({ state }) => state !== "ended").map(card)}
      </ul>
      {ended.length > 0 ? (
        <details className={styles.ended}>
          <summary>{counted(ended.length, "ended key")}</summary>
          <ul className={styles.list} aria-label="Ended keys">
            {ended.map(card)}
          </ul>
        </details>
      ) : null}
    </>
  );
}

function Over({ opened, onOpen }: OpenProps & { readonly opened: Opened | undefined }) {
  const close = () => onOpen(undefined);
  const show = ({ key, secret }: { key: ProgramKey; secret: string }) =>
    onOpen({ kind: "shown", keyRow: key, secret });
  switch (opened?.kind) {
    case "add":
      return <AddKeyDialog onAdded={show} onClose={close} />;
    case "confirm":
      return <ConfirmKeyDialog keyRow={opened.keyRow} onClose={close} />;
    case "rotate":
      return <RotateKeyDialog keyRow={opened.keyRow} onRotated={show} onClose={close} />;
    case "end":
      return <EndKeyDialog keyRow={opened.keyRow} secret={opened.secret} onClose={close} />;
    case "shown":
      return (
        <ShownSecret
          title={`The key of ${opened.keyRow.name}`}
          what="key"
          secret={opened.secret}
          onClose={close}
        >
          <KeyWords
            oldUntil={minuteText(opened.keyRow.secrets.find(({ worksUntil }) => worksUntil)?.worksUntil)}
          />
        </ShownSecret>
      );
    case undefined:
      return null;
  }
}

function KeyWords({ oldUntil }: { readonly oldUntil: string | undefined }) {
  return (
    <>
      Put it where the program keeps its secrets. It is sent in the header <code>Authorization: Bearer</code>{" "}
      or <code>X-ss-id</code>, never in an address.
      {oldUntil ? ` The old key works until ${oldUntil}.` : null}
    </>
  );
}
