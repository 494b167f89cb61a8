import { entryKey } from "#room/billing/directory/entry-key.ts";
import { isIsoDate } from "#room/contract/primitives/wire-date-time.ts";
import { showDate } from "#room/billing/show-date.ts";
import type { DirectoryEntry } from "#room/contract/schemas/directory.ts";
import { useNames } from "#room/features/names/names-now.ts";
import { Banner } from "#room/ui/banner.tsx";
import { activeWords, amountWords } from "./entries-table.tsx";
import styles from "./directory.module.css";

const priceWords = (fee: DirectoryEntry) => `${amountWords(fee)} (active ${activeWords(fee)})`;

/** What the clinic charges for the same lines already, told before another price is saved. */
export function OtherPrices({
  fee,
  known,
}: {
  readonly fee: DirectoryEntry;
  /** As it was before this change. */
  readonly known: DirectoryEntry | undefined;
}) {
  const { fees } = useNames();
  const { activeFrom } = fee;
  if (activeFrom && !isIsoDate(activeFrom)) return null;
  const wordsOf = (prices: readonly DirectoryEntry[]) =>
    prices.filter((each) => !known || entryKey(each) !== entryKey(known)).map(priceWords);
  const rivals = wordsOf(fees.rivalsOf(fee));
  const older = wordsOf(fees.predecessorsOf(fee));
  const newer = wordsOf(fees.successorsOf(fee));
  return (
    <div className={styles.prices} role="status">
      {rivals.length > 0 ? (
        <Banner
          tone="warn"
          title={`${fee.code} already has a price for the same lines: ${rivals.join(", ")}`}
        >
          With both, each such line asks which is right. Change that price, or give the newer one a later
          Active from.
        </Banner>
      ) : null}
      {older.length > 0 ? (
        <p>{`From ${showDate(activeFrom ?? "")} it replaces ${older.join(", ")}.`}</p>
      ) : null}
      {newer.length > 0 ? <p>{`It is replaced by ${newer.join(", ")}.`}</p> : null}
    </div>
  );
}
