import { titleOf } from "#room/billing/directory/directory-index.ts";
import { useNames } from "#room/features/names/names-now.ts";
import styles from "#room/features/visits/queue/filter-bar.module.css";
import { classNames } from "#room/ui/class-names.ts";
import type { ClinicView } from "./use-clinic-view.ts";

const kinds = ["practice", "provider", "payer"] as const;
const titles = { practice: "Practice", provider: "Provider", payer: "Payer" } as const;
const fewest = 3;
const most = 3;

/** The service searches reasons and notes; a typed name from the directory is offered as a filter. */
export function NameOffers({
  view,
}: {
  readonly view: Pick<ClinicView, "search" | "change" | "typed" | "type">;
}) {
  const names = useNames();
  const { search, change, typed, type } = view;
  if (names.isEmpty || typed.trim().length < fewest) return null;
  const offers = kinds
    .filter((kind) => search[kind] === "")
    .flatMap((kind) => names.search(kind, typed, { limit: most }).map((entry) => ({ kind, entry })))
    .slice(0, most);
  return offers.map(({ kind, entry }) => (
    <button
      key={kind + entry.id}
      type="button"
      className={classNames(styles.chip, styles.add)}
      onClick={() => {
        type("");
        change({ [kind]: entry.id });
      }}
    >
      {titles[kind]}: {titleOf(entry)}
    </button>
  ));
}
