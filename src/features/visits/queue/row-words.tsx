import type { DirectoryKind } from "#room/contract/schemas/directory.ts";
import { formatInFull, formatMoment } from "#room/ui/formats.ts";
import { useNames } from "#room/features/names/names-now.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import styles from "./visits-table.module.css";

/** The names a visit refers to, or shortened ids. */
export function Names({ kind, ids }: { readonly kind: DirectoryKind; readonly ids: readonly string[] }) {
  const names = useNames();
  const isNamed = ids.every((id) => names.nameOf(kind, id) !== undefined);
  return (
    <span
      className={isNamed ? undefined : styles.id}
      title={ids.map((id) => `${names.nameOf(kind, id) ?? ""} ${id}`.trim()).join("\n")}
    >
      {ids.map((id) => names.shortWords(kind, id)).join(", ")}
    </span>
  );
}

export function Moment({ at, now }: { at: number; now: number }) {
  return (
    <time className={styles.quiet} dateTime={new Date(at).toISOString()} title={formatInFull(at)}>
      {formatMoment(at, now)}
    </time>
  );
}

const sources = {
  new: "Typed here",
  import: "File",
  copy: "Copy",
  example: "Example",
  reissue: "Correction",
  service: "Clinic’s queue",
};

export function sourceWords({ source }: VisitSummary): string {
  const { kind, name } = source;
  return kind === "import" && name ? name : sources[kind];
}
