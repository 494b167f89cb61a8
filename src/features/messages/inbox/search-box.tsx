import type { RefObject } from "react";
import styles from "#room/features/messages/messages-page.module.css";
import { TextField } from "#room/ui/text-field.tsx";

interface SearchBoxProps {
  readonly box: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onDown: () => void;
}

/** Arrow Down moves to the list; Escape clears the box, then leaves it. */
export function SearchBox({ box, text, onText, onDown }: SearchBoxProps) {
  return (
    <TextField
      ref={box}
      type="search"
      label="Search messages"
      isLabelHidden
      placeholder="Search messages"
      autoComplete="off"
      className={styles.search ?? ""}
      value={text}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "ArrowDown") {
          event.preventDefault();
          onDown();
        } else if (event.key === "Escape") {
          event.preventDefault();
          if (text === "") event.currentTarget.blur();
          else onText("");
        }
      }}
    />
  );
}
