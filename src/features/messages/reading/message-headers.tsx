import { useId, useState } from "react";
import type { Email } from "#room/contract/schemas/email.ts";
import { parseAddresses } from "#room/features/messages/addresses/parse-addresses.ts";
import { receivedInFull } from "#room/features/messages/inbox/received-words.ts";
import { inWrittenOrder } from "#room/contract/primitives/written-order.ts";
import { formatCount, formatSize } from "#room/ui/formats.ts";
import { Button } from "#room/ui/button.tsx";
import styles from "./message-pane.module.css";

export interface MessageHeadersProps {
  email: Pick<Email, "from" | "to" | "cc" | "bcc" | "createdTime">;
  messageId: number;
  received: string | null | undefined;
  size: number;
}

const shownAtOnce = 4;

/** From, To, Cc and the time; all headers on demand. */
export function MessageHeaders({ email, messageId, received, size }: MessageHeadersProps) {
  const [isFull, setFull] = useState(false);
  const id = useId();
  const rows = (["to", "cc", "bcc"] as const).filter((name) => (email[name] ?? []).length > 0);
  return (
    <div className={styles.headers}>
      <dl id={id} className={styles.headerList}>
        <div>
          <dt>From</dt>
          <dd className={styles.sender}>{inWrittenOrder(email.from ?? "not given")}</dd>
        </div>
        {rows.map((name) => (
          <div key={name}>
            <dt>{{ to: "To", cc: "Cc", bcc: "Bcc" }[name]}</dt>
            <dd>
              <Recipients list={email[name] ?? []} isFull={isFull} />
            </dd>
          </div>
        ))}
        {isFull ? (
          <>
            <Fact name="Received" value={`${receivedInFull(received)} (${received ?? "not given"} UTC)`} />
            <Fact
              name="Written"
              value={`${receivedInFull(email.createdTime)} (${email.createdTime ?? "not given"})`}
            />
            <Fact name="Size" value={`${formatSize(size)} (${formatCount(size)} bytes)`} />
            <Fact name="Message number" value={String(messageId)} />
          </>
        ) : null}
      </dl>
      <div className={`quiet nowrap ${styles.when}`}>
        <time>{receivedInFull(received)}</time>
        <Button
          look="quiet"
          size="small"
          aria-expanded={isFull}
          aria-controls={id}
          data-print="hidden"
          onClick={() => setFull(!isFull)}
        >
          {isFull ? "Fewer details" : "All details"}
        </Button>
      </div>
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Recipients({ list, isFull }: { list: readonly string[]; isFull: boolean }) {
  const shown = isFull ? list : list.slice(0, shownAtOnce);
  const words = shown.map((text) => {
    const [entry] = parseAddresses(text);
    return entry?.name ? `${entry.name} <${entry.address}>` : text;
  });
  const more = list.length - shown.length;
  return (
    <>
      {inWrittenOrder(words.join(", "))}
      {more > 0 ? ` and ${more} more` : ""}
    </>
  );
}
