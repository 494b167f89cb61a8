import styles from "#room/features/visits/editor/editor.module.css";

/** What only support asks for: the ids of an event and of a call, shown when they are wanted. */
export function TechnicalIds({ ids }: { readonly ids: readonly (string | undefined)[] }) {
  const shown = ids.filter((id) => id !== undefined && id !== "");
  if (shown.length === 0) return null;
  return (
    <details className={styles.ids}>
      <summary>Details</summary>
      <small className={styles.ids}>{shown.join(" · ")}</small>
    </details>
  );
}
