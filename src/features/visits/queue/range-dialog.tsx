import { useState, type ComponentProps } from "react";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import styles from "./filter-bar.module.css";

type FieldProps = Pick<ComponentProps<typeof TextField>, "label" | "hint" | "placeholder" | "inputMode">;

/** What is wrong, by field. */
export interface RangeFaults {
  readonly from?: string;
  readonly to?: string;
}

export interface RangeDialogProps {
  readonly title: string;
  readonly from: FieldProps;
  readonly to: FieldProps;
  /** The range that both texts give, or their faults. */
  readonly read: (from: string, to: string) => { readonly range: string } | RangeFaults;
  readonly onChoose: (range: string) => void;
  readonly onClose: () => void;
}

/** Asks for a range by its two ends. Enter in either shows it. */
export function RangeDialog({ title, from, to, read, onChoose, onClose }: RangeDialogProps) {
  const [texts, setTexts] = useState({ from: "", to: "" });
  const [faults, setFaults] = useState<RangeFaults>({});
  const choose = () => {
    const found = read(texts.from, texts.to);
    if ("range" in found) onChoose(found.range);
    else setFaults(found);
  };
  const onEnter = (event: React.KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    choose();
  };
  const end = (name: "from" | "to", field: FieldProps) => (
    <TextField
      {...field}
      value={texts[name]}
      error={faults[name]}
      onKeyDown={onEnter}
      onChange={({ target }) => setTexts({ ...texts, [name]: target.value })}
    />
  );
  return (
    <Dialog
      title={title}
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
        {end("from", from)}
        {end("to", to)}
      </div>
    </Dialog>
  );
}
