import { useState } from "react";
import { useNavigate } from "@tanstack/react-router";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { useOwnAddresses } from "#room/features/messages/own-address.ts";
import type { MessageEntry } from "#room/workspace/messages/message-record.ts";
import { Checkbox } from "#room/ui/checkbox.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { formatToMinute } from "#room/ui/formats.ts";
import { toast } from "#room/ui/toast-store.ts";
import { type Delivery, mayGoAgain } from "./attention.ts";
import { DeliveryLine } from "./delivery-line.tsx";
import { mayHaveArrived, worstFirst } from "./delivery-words.ts";
import { draftAgain } from "./draft-again.ts";
import styles from "./sent-letter.module.css";

interface SendAgainProps {
  readonly entry: MessageEntry;
  readonly deliveries: readonly Delivery[];
  onClose(): void;
}

/**
 * What was tried, and to whom it goes again: only those that certainly did not get it are chosen from the start. It
 * opens as a new draft, which a user sends.
 */
export function SendAgain({ entry, deliveries, onClose }: SendAgainProps) {
  const { messages } = useWorkspace();
  const navigate = useNavigate();
  const [own] = useOwnAddresses();
  const open = worstFirst(deliveries.filter((delivery) => mayGoAgain(delivery)));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(open.filter((one) => !mayHaveArrived(one)).map(({ recipient }) => recipient)),
  );
  const choose = (recipient: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(recipient);
    else next.delete(recipient);
    setChosen(next);
  };
  const write = async () => {
    try {
      const { draft, isToSelf } = await draftAgain(messages, entry.id, { recipients: [...chosen], own });
      await navigate({ to: "/messages/compose", search: { draft } });
      if (isToSelf)
        toast({
          title: "Hidden copies stay hidden",
          detail: "A message needs a recipient in To: it is you.",
        });
    } catch {
      toast({
        title: "It couldn’t be copied",
        detail: "It is no longer on this computer. Write it anew.",
        tone: "bad",
      });
    }
  };
  const others = deliveries.length - open.length;
  return (
    <Dialog
      title="Send again"
      onClose={onClose}
      action={{
        label: "Open as a new draft",
        isDisabled: chosen.size === 0,
        run: () => void write(),
      }}
    >
      <p>
        Sent{entry.sentAt ? ` on ${formatToMinute(entry.sentAt)}` : ""}. Choose who gets it again. You can
        change it before you send it.
      </p>
      <ul className={styles.deliveries} aria-label="What was tried">
        {open.map((delivery) => (
          <li key={delivery.recipient}>
            <Checkbox
              checked={chosen.has(delivery.recipient)}
              onChange={(event) => choose(delivery.recipient, event.target.checked)}
              label={
                mayHaveArrived(delivery) ? `${delivery.recipient} (may arrive twice)` : delivery.recipient
              }
            />
            <div className={styles.tried}>
              <DeliveryLine delivery={delivery} isNamed={false} />
            </div>
          </li>
        ))}
      </ul>
      {others === 0 ? null : (
        <p className="quiet small">
          {others === 1 ? "One other recipient is" : `${others} other recipients are`} left out: nothing
          failed there.
        </p>
      )}
    </Dialog>
  );
}
