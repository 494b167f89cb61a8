import { SearchIcon } from "#room/ui/page-icons.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import styles from "./filter-bar.module.css";

export interface FindVisitsProps {
  readonly placeholder: string;
  readonly typed: string;
  readonly onType: (text: string) => void;
}

/** The search box; Escape clears it. */
export function FindVisits({ placeholder, typed, onType }: FindVisitsProps) {
  return (
    <TextField
      type="search"
      label="Find visits"
      isLabelHidden
      className={styles.search ?? ""}
      placeholder={placeholder}
      before={<SearchIcon />}
      value={typed}
      maxLength={200}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || typed === "") return;
        event.preventDefault();
        onType("");
      }}
    />
  );
}
