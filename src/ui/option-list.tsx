import { classNames } from "./class-names.ts";
import styles from "./option-list.module.css";
import { Options, type OptionsProps } from "./options.tsx";
import { StateMark, type Tone } from "./state-badge.tsx";

export interface ListedOption {
  /** The value that is taken, and the start of the row. */
  name: string;
  /** Distinguishes it from others of the same name; defaults to the name. */
  id?: string | undefined;
  detail?: string | undefined;
  /** Small text after the detail. */
  note?: string | undefined;
  /** Search words it does not contain. */
  unmatched?: readonly string[] | undefined;
  /** The color of its marker. */
  tone?: Tone | undefined;
}

export interface OptionListProps extends Pick<
  OptionsProps<ListedOption>,
  "id" | "label" | "options" | "active" | "onTake" | "className" | "style"
> {}

export function OptionList({ className, ...list }: OptionListProps) {
  return (
    <Options
      {...list}
      className={classNames(styles.list, className)}
      keyOf={({ id, name }) => id ?? name}
      optionClassName={({ tone }, isActive) =>
        classNames(styles.option, !tone && styles.plain, isActive && styles.active)
      }
    >
      {(option) => <Row {...option} />}
    </Options>
  );
}

function Row({ name, detail, note, unmatched = [], tone }: ListedOption) {
  return (
    <>
      {tone ? (
        <>
          <span className={styles.mark}>
            <StateMark tone={tone} />
          </span>
          <code className={styles.name}>{name}</code>
        </>
      ) : (
        <span className={styles.name}>{name}</span>
      )}
      <span className={styles.words}>
        {detail}
        {unmatched.length > 0 ? (
          <span className="quiet small"> did not match: {unmatched.join(", ")}</span>
        ) : null}
        {note ? <span className="quiet small"> {note}</span> : null}
      </span>
    </>
  );
}
