import { useRef } from "react";
import { IconButton } from "#room/ui/icon-button.tsx";
import { CalendarIcon } from "#room/ui/page-icons.tsx";
import styles from "./pick-date.module.css";

interface PickDateProps {
  readonly day: string | undefined;
  readonly onPick: (day: string) => void;
}

export function PickDate({ day, onPick }: PickDateProps) {
  const picker = useRef<HTMLInputElement>(null);
  const pick = () => {
    if (!picker.current) return;
    picker.current.value = day ?? "";
    picker.current.showPicker();
  };
  return (
    <>
      <input
        ref={picker}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        className={styles.picker}
        onChange={(event) => onPick(event.target.value)}
      />
      {/* Its field takes the keys: typing is quicker, and Tab goes on to the next field. */}
      <IconButton
        label="Pick a date"
        tabIndex={-1}
        size="small"
        icon={<CalendarIcon size={14} />}
        onClick={pick}
      />
    </>
  );
}
