import { type CSSProperties, Fragment, type ReactNode, useEffect, useRef } from "react";
import { optionId } from "./combobox.ts";

export interface OptionsProps<T> {
  /** Each option's id begins with it; the field that drives the list names both (`comboboxProps`). */
  id: string;
  label: string;
  options: readonly T[];
  /** The place that the keys have come to; -1 for none. */
  active: number;
  keyOf: (option: T) => string;
  onTake: (place: number) => void;
  /** The pointer came over it. */
  onPoint?: ((place: number) => void) | undefined;
  /** The first option of each group has its name above it. */
  groupOf?: ((option: T) => string) | undefined;
  className?: string | undefined;
  groupClassName?: string | undefined;
  optionClassName: (option: T, isActive: boolean) => string | undefined;
  style?: CSSProperties | undefined;
  children: (option: T) => ReactNode;
}

/** The options of a field that keeps the focus and hears the keys; a press is the pointer's way. */
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
