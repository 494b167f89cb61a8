import { useState } from "react";
import { todayHere } from "#room/api/today-here.ts";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import styles from "./filter-bar.module.css";
import { readRange } from "./service-filter.ts";

export interface ServiceDialogProps {
  readonly onClose: () => void;
  readonly onChoose: (service: string) => void;
}

/** Asks for dates of service, in whatever way a date is written. */
export function ServiceDialog({ onClose, onChoose }: ServiceDialogProps) {
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [faults, setFaults] = useState<{ readonly from?: string; readonly to?: string }>({});
  const choose = () => {
    const read = readRange(from, to, todayHere());
    if ("service" in read) onChoose(read.service);
    else setFaults(read);
  };
  const onEnter = (event: React.KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    choose();
  };
  return (
    <Dialog
      title="Dates of service"
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
          label="From"
          placeholder="11/02/2026"
          value={from}
          error={faults.from}
          onKeyDown={onEnter}
          onChange={(event) => setFrom(event.target.value)}
        />
        <TextField
          label="To"
          hint="Leave it empty for one day."
          value={to}
          error={faults.to}
          onKeyDown={onEnter}
          onChange={(event) => setTo(event.target.value)}
        />
      </div>
    </Dialog>
  );
}
