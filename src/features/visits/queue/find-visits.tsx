import { useEffect, useRef } from "react";
import { SearchIcon } from "#room/ui/page-icons.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import { toTable } from "./use-queue-keys.ts";
import styles from "./filter-bar.module.css";

interface FindVisitsProps {
  readonly typed: string;
  /** The rows are those of what is typed. */
  readonly isCurrent: boolean;
  readonly onType: (text: string) => void;
}

/** The search box; Escape clears it, Down and Enter go to the first row found. */
export function FindVisits({ typed, isCurrent, onType }: FindVisitsProps) {
  const isGoing = useRef(false);
  useEffect(() => {
    if (isGoing.current && isCurrent) toTable(() => isGoing.current);
  }, [isCurrent]);
  return (
    <TextField
      type="search"
      label="Find visits"
      isLabelHidden
      className={styles.search ?? ""}
      placeholder="Name, date, amount…"
      before={<SearchIcon />}
      value={typed}
      maxLength={200}
      onChange={(event) => {
        isGoing.current = false;
        onType(event.target.value);
      }}
      onBlur={() => {
        isGoing.current = false;
      }}
      onKeyDown={(event) => {
        if ((event.key === "ArrowDown" || event.key === "Enter") && !event.nativeEvent.isComposing) {
          event.preventDefault();
          isGoing.current = true;
          if (isCurrent) toTable(() => isGoing.current);
        }
        if (event.key !== "Escape" || typed === "") return;
        event.preventDefault();
        onType("");
      }}
    />
  );
}
