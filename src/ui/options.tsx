import { type CSSProperties, Fragment, type ReactNode, useEffect, useRef } from "react";
import { optionId } from "./combobox.ts";

export interface OptionsProps<T> {
  /** Prefix of the options' ids; the controlling field refers to them (`comboboxProps`). */
  id: string;
  label: string;
  options: readonly T[];
  /** The index of the active option; -1 for none. */
  active: number;
  keyOf: (option: T) => string;
  onTake: (place: number) => void;
  /** The pointer moved over it. */
  onPoint?: ((place: number) => void) | undefined;
  /** Shows the group's name above its first option. */
  groupOf?: ((option: T) => string) | undefined;
  className?: string | undefined;
  groupClassName?: string | undefined;
  optionClassName: (option: T, isActive: boolean) => string | undefined;
  style?: CSSProperties | undefined;
  children: (option: T) => ReactNode;
}

/** Options controlled by a field that keeps the focus and the keys; with the pointer they are clicked. */
export function Options<T>(props: OptionsProps<T>) {
  const { id, label, options, active, keyOf, onTake, onPoint, groupOf, children } = props;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active >= 0)
      list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const groups = groupOf ? options.map(groupOf) : [];
  return (
    <div
      ref={list}
      role="listbox"
      id={id}
      aria-label={label}
      hidden={options.length === 0}
      className={props.className}
      style={props.style}
      tabIndex={-1}
    >
      {options.map((option, place) => (
        <Fragment key={keyOf(option)}>
          {groups[place] === groups[place - 1] ? null : (
            <div className={props.groupClassName} role="presentation">
              {groups[place]}
            </div>
          )}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field hears the keys */}
          <div
            role="option"
            id={optionId(id, place)}
            tabIndex={-1}
            aria-selected={place === active}
            className={props.optionClassName(option, place === active)}
            onPointerMove={onPoint && (() => onPoint(place))}
            // Before the field loses the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onTake(place)}
          >
            {children(option)}
          </div>
        </Fragment>
      ))}
    </div>
  );
}
