import { sheetBy } from "#room/contract/schemas/day-sheet.ts";
import { Button } from "#room/ui/button.tsx";
import styles from "./figures.module.css";
import { daysWords, type SheetScope } from "./sheet-scope.ts";
import type { SheetProgress } from "./use-day-sheet.ts";

const total = sheetBy.options.length;

/** How far a long sheet is, and the way to stop it; on paper, that it is not whole. */
export function SheetProgressLine({
  left,
  isStopped,
  stop,
  goOn,
  scope,
}: SheetProgress & { readonly scope: SheetScope }) {
  return (
    <p className={styles.progress}>
      <span role="status">
        {isStopped
          ? `Stopped. Not added up: by ${left.join(", by ")}.`
          : `Adding up ${daysWords(scope)}: ${total - left.length} of ${total} tables done…`}
      </span>
      <Button size="small" onClick={isStopped ? goOn : stop}>
        {isStopped ? "Add up the rest" : "Stop"}
      </Button>
    </p>
  );
}
