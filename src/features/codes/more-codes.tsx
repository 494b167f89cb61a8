import { counted } from "#room/contract/primitives/counted.ts";
import { keysOf } from "#room/contract/keys-of.ts";
import { maxCodesFound } from "#room/contract/operations/diagnoses.ts";
import { Button } from "#room/ui/button.tsx";
import { Select } from "#room/ui/select.tsx";
import { formatCount } from "#room/ui/formats.ts";
import styles from "./codes.module.css";
import type { NarrowCodes } from "./use-found-codes.ts";

/** Which part of a long list of codes is shown. */
export interface CodesView {
  readonly narrow: NarrowCodes;
  /** How many times more were requested. */
  readonly steps: number;
}

export const shortView: CodesView = { narrow: {}, steps: 0 };
const shownFirst = 10;
const step = 500;

export function limitOf({ steps }: CodesView): number {
  return steps === 0 ? shownFirst : Math.min(steps * step, maxCodesFound);
}

const sideWords = { left: "Left", right: "Right", bilateral: "Both sides" } as const;
const encounterWords = { initial: "Initial", subsequent: "Subsequent", sequela: "Sequela" } as const;

interface MoreCodesProps {
  readonly shown: number;
  readonly total: number;
  readonly view: CodesView;
  readonly onView: (view: CodesView) => void;
}

/** The number of codes, a way to show all, and filters for side and encounter where useful. */
export function MoreCodes({ shown, total, view, onView }: MoreCodesProps) {
  const { narrow } = view;
  const longer = { ...view, steps: view.steps + 1 };
  const isNarrowed = narrow.side !== undefined || narrow.encounter !== undefined;
  if (total <= shownFirst && !isNarrowed) return null;
  return (
    <div className={`row quiet small ${styles.more}`}>
      <p role="status">
        {shown < total ? `${formatCount(shown)} of ${formatCount(total)}` : counted(total, "code")}
      </p>
      {shown < total && shown < maxCodesFound ? (
        <Button size="small" onClick={() => onView(longer)}>
          {total > limitOf(longer) ? `Show ${step} more` : `Show all ${formatCount(total)}`}
        </Button>
      ) : null}
      <Select
        label="Side"
        isLabelHidden
        value={narrow.side ?? ""}
        onChange={({ target }) =>
          onView({ ...view, narrow: { ...narrow, side: keyIn(sideWords, target.value) } })
        }
        options={[["", "Any side"], ...Object.entries(sideWords)]}
      />
      <Select
        label="Encounter"
        isLabelHidden
        value={narrow.encounter ?? ""}
        onChange={({ target }) =>
          onView({ ...view, narrow: { ...narrow, encounter: keyIn(encounterWords, target.value) } })
        }
        options={[["", "Any encounter"], ...Object.entries(encounterWords)]}
      />
    </div>
  );
}

function keyIn<K extends string>(words: Readonly<Record<K, string>>, value: string): K | undefined {
  return keysOf(words).find((key) => key === value);
}
