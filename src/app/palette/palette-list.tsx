import { Kbd } from "#room/ui/kbd.tsx";
import { Options } from "#room/ui/options.tsx";
import type { Choice } from "./palette-match.ts";
import styles from "./palette.module.css";

export interface PaletteListProps {
  listId: string;
  choices: Choice[];
  /** Index of the selected item. */
  at: number;
  isSearching: boolean;
  onRun: (choice: Choice) => void;
  onPoint: (at: number) => void;
}

export function PaletteList({ listId, choices, at, isSearching, onRun, onPoint }: PaletteListProps) {
  const none = isSearching ? "Searching…" : "No matches.";
  return (
    <>
      <Options
        id={listId}
        label="Found"
        options={choices}
        active={at}
        keyOf={({ id }) => id}
        groupOf={({ group }) => group}
        onTake={(place) => {
          const choice = choices[place];
          if (choice) onRun(choice);
        }}
        onPoint={onPoint}
        className={styles.list}
        groupClassName={styles.group}
        optionClassName={() => styles.choice}
      >
        {({ title, detail, keys }) => (
          <>
            <span className={styles.title}>{title}</span>
            <span className={styles.detail}>{detail}</span>
            {keys ? <Kbd keys={keys} /> : null}
          </>
        )}
      </Options>
      <div className={choices.length > 0 ? "visually-hidden" : styles.none} aria-live="polite">
        {choices.length > 0 ? `${String(choices.length)} found` : none}
      </div>
    </>
  );
}
