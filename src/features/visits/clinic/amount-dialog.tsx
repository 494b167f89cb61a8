import { useState } from "react";
import styles from "#room/features/visits/queue/filter-bar.module.css";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import { readAmounts } from "./amount-range.ts";

export interface AmountDialogProps {
  readonly onClose: () => void;
  readonly onChoose: (amount: string) => void;
}

/** Asks for the amounts between which a visit must be. */
export function AmountDialog({ onClose, onChoose }: AmountDialogProps) {
  const [least, setLeast] = useState("");
  const [most, setMost] = useState("");
  const [faults, setFaults] = useState<{ readonly least?: string; readonly most?: string }>({});
  const choose = () => {
    const read = readAmounts(least, most);
    if ("amount" in read) onChoose(read.amount);
    else setFaults(read);
  };
  return (
    <Dialog
      title="Amounts"
      isOpen
      startsInField
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" onClick={choose}>
            Show
          </Button>
        </>
      }
    >
      <div className={styles.dates}>
        <TextField
          label="At least"
          inputMode="decimal"
          value={least}
          error={faults.least}
          onChange={(event) => setLeast(event.target.value)}
        />
        <TextField
          label="At most"
          inputMode="decimal"
          value={most}
          error={faults.most}
          onChange={(event) => setMost(event.target.value)}
        />
      </div>
    </Dialog>
  );
}
