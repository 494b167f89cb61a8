import { useState } from "react";
import { ChevronDownIcon, ChevronUpIcon } from "#room/ui/page-icons.tsx";
import { classNames } from "#room/ui/class-names.ts";
import styles from "#room/features/visits/editor/editor.module.css";
import { useHasFault } from "./use-visit-field.ts";
import { BoundField } from "./bound-field.tsx";

const paths = [
  "visitCharged.visitId",
  "eventId",
  "visitCharged.version",
  "visitCharged.createdId",
  "visitCharged.createdUserNumber",
] as const;

/**
 * Fields nobody types, collapsed until opened, until one of them has a fault, or until something navigates to one. They
 * remain form fields by their names.
 */
export function VisitIds() {
  const [isAsked, setAsked] = useState(false);
  const hasFault = useHasFault(paths);
  const isOpen = isAsked || hasFault;
  return (
    <div
      className={classNames(styles.idFields, !isOpen && styles.folded)}
      onFocus={({ target }) => {
        if (target instanceof HTMLInputElement) setAsked(true);
      }}
    >
      <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setAsked(!isOpen)}>
        {isOpen ? <ChevronUpIcon size={12} /> : <ChevronDownIcon size={12} />} IDs and version
      </button>
      <div className={styles.fields}>
        {paths.map((path) => (
          <BoundField
            key={path}
            path={path}
            tabIndex={isOpen ? undefined : -1}
            className={
              (path.endsWith("Id") && path !== "visitCharged.createdId" ? styles.guid : undefined) ?? ""
            }
            inputMode={path.endsWith("Number") ? "numeric" : undefined}
          />
        ))}
      </div>
    </div>
  );
}
