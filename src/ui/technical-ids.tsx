import styles from "./technical-ids.module.css";

/** What only support asks for: the ids of an event and of a call, shown when they are wanted. */
export function TechnicalIds({ ids }: { readonly ids: readonly (string | undefined)[] }) {
  const shown = ids.filter((id) => id !== undefined && id !== "");
  if (shown.length === 0) return null;
  return (
    <details className="quiet small">
      <summary>Details</summary>
      <span className={styles.ids}>{shown.join(" · ")}</span>
    </details>
  );
}
