import { Fragment, useEffect } from "react";
import { Kbd } from "#room/ui/kbd.tsx";
import type { Choice } from "./palette-match.ts";
import styles from "./palette.module.css";

export interface PaletteListProps {
  listId: string;
  choices: Choice[];
  /** The place of the chosen one. */
  at: number;
  isSearching: boolean;
  onRun: (choice: Choice) => void;
  onPoint: (at: number) => void;
}

export function PaletteList({ listId, choices, at, isSearching, onRun, onPoint }: PaletteListProps) {
  useEffect(() => {
    document.getElementById(`${listId}-${String(at)}`)?.scrollIntoView({ block: "nearest" });
  }, [listId, at]);
  const none = isSearching ? "Searching…" : "No matches.";
  return (
    <>
      <div id={listId} role="listbox" aria-label="Found" className={styles.list} tabIndex={-1}>
        {choices.map((choice, index) => (
          <Fragment key={choice.id}>
            {choices[index - 1]?.group === choice.group ? null : (
              <div className={styles.group} role="presentation">
                {choice.group}
              </div>
            )}
            <div
              id={`${listId}-${String(index)}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={styles.choice}
              onPointerMove={() => onPoint(index)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onRun(choice)}
              onKeyDown={undefined}
            >
              <span className={styles.title}>{choice.title}</span>
              <span className={styles.detail}>{choice.detail}</span>
              {choice.keys ? <Kbd keys={choice.keys} /> : null}
            </div>
          </Fragment>
        ))}
      </div>
      <div className={choices.length > 0 ? "visually-hidden" : styles.none} aria-live="polite">
        {choices.length > 0 ? `${String(choices.length)} found` : none}
      </div>
    </>
  );
}
