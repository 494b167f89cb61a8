import { type CSSProperties, useEffect, useRef } from "react";
import { classNames } from "./class-names.ts";
import styles from "./option-list.module.css";
import { StateMark, type Tone } from "./state-badge.tsx";

export interface ListedOption {
  /** What is taken, and what the row begins with. */
  name: string;
  /** What tells it from others of the same name; its name where absent. */
  id?: string | undefined;
  detail?: string | undefined;
  /** Said in small after the detail. */
  note?: string | undefined;
  /** Words that were asked for and that it does not have: shown struck. */
  struck?: readonly string[] | undefined;
  /** Stands before it as a mark. */
  tone?: Tone | undefined;
}

export interface OptionListProps {
  /** Each option's id begins with it; the field that drives the list names the active one by `optionId`. */
  id: string;
  label: string;
  options: readonly ListedOption[];
  /** The place that the keys have come to; -1 for none. */
  active: number;
  onTake: (place: number) => void;
  className?: string | undefined;
  style?: CSSProperties | undefined;
}

export function optionId(listId: string, place: number): string {
  return `${listId}-${place}`;
}

/** The options of a field that keeps the focus and hears the keys; a press is the pointer's way. */
export function OptionList({ id, label, options, active, onTake, className, style }: OptionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active >= 0) list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <div
      ref={list}
      role="listbox"
      id={id}
      aria-label={label}
      className={classNames(styles.list, className)}
      style={style}
    >
      {options.map(({ name, id: key = name, detail, note, struck = [], tone }, place) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field hears the keys
        <div
          key={key}
          role="option"
          id={optionId(id, place)}
          tabIndex={-1}
          aria-selected={place === active}
          className={classNames(styles.option, !tone && styles.plain, place === active && styles.active)}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onTake(place)}
        >
          {tone ? (
            <>
              <span className={classNames(styles.mark, tone === "ok" ? styles.ok : styles.warn)}>
                <StateMark tone={tone} />
              </span>
              <code className={styles.name}>{name}</code>
            </>
          ) : (
            <span className={styles.name}>{name}</span>
          )}
          <span className={styles.words}>
            {detail}
            {struck.length > 0 ? (
              <span className={styles.note}>
                {" "}
                without <s>{struck.join(" ")}</s>
              </span>
            ) : null}
            {note ? <span className={styles.note}> {note}</span> : null}
          </span>
        </div>
      ))}
    </div>
  );
}
