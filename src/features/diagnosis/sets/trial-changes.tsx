import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { showDate, showDates } from "#room/billing/show-date.ts";
import type { CodeSetChange } from "#room/contract/operations/code-sets.ts";
import { counted } from "#room/contract/primitives/counted.ts";
import { countedIn } from "#room/contract/schemas/code-set.ts";
import { setWords } from "#room/features/diagnosis/show-dates.ts";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { Button } from "#room/ui/button.tsx";
import { Checkbox } from "#room/ui/checkbox.tsx";
import { ImportIcon } from "#room/ui/page-icons.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import { formatCount } from "#room/ui/formats.ts";
import styles from "./sets.module.css";

interface TrialChangesProps {
  readonly changes: readonly CodeSetChange[];
  /** What must be accepted before the sets are stored. */
  readonly notice: string | undefined;
  readonly isStoring: boolean;
  readonly onImport: () => void;
  readonly onCancel: () => void;
}

export function TrialChanges({ changes, notice, isStoring, onImport, onCancel }: TrialChangesProps) {
  const isDoubtful = changes.some(({ doubt }) => doubt);
  const confirmation = z.object({
    word: z.string().check(z.refine((word) => !isDoubtful || word.trim().toUpperCase() === "IMPORT")),
    isAccepted: z.boolean().check(z.refine((isAccepted) => notice === undefined || isAccepted)),
  });
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { word: "", isAccepted: false },
    resolver: formResolver(confirmation),
    mode: "onChange",
  });
  const leaves = leavesWords(changes);
  const isNothing = changes.every(isLoaded);
  return (
    <div className="card">
      <h3>What would change</h3>
      <div role="status">
        <ul>
          {changes.map((change) => (
            <li key={change.set.name}>
              <b>{setWords(change.set)}</b>: {changeWords(change)}
              {change.doubt ? <strong className="warn"> {change.doubt}</strong> : null}
            </li>
          ))}
          {leaves.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </div>
      {notice === undefined || isNothing ? null : (
        <div className="stack">
          {/* Scrollable by keyboard too. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className={styles.noticeText} tabIndex={0} role="region" aria-label="Notice">
            {notice}
          </div>
          <Checkbox label="I accept this for the practice" {...register("isAccepted")} />
        </div>
      )}
      {isDoubtful ? (
        <TextField label="Type IMPORT to import it anyway" autoComplete="off" {...register("word")} />
      ) : null}
      <div className={`row ${styles.buttons}`}>
        {isNothing ? null : (
          <Button
            look="primary"
            icon={<ImportIcon />}
            disabled={!formState.isValid}
            isBusy={isStoring}
            onClick={() => void handleSubmit(onImport)()}
          >
            Import
          </Button>
        )}
        <Button disabled={isStoring} onClick={onCancel}>
          {isNothing ? "Close" : "Cancel"}
        </Button>
      </div>
    </div>
  );
}

function isSame({ added, removed, revised, turnedIntoHeaders, turnedBillable }: CodeSetChange): boolean {
  return added + removed + revised + turnedIntoHeaders + turnedBillable === 0;
}

function isLoaded(change: CodeSetChange): boolean {
  return change.comparedWith === change.set.name && isSame(change);
}

function changeWords(change: CodeSetChange): string {
  const { set, comparedWith, ...counts } = change;
  if (!comparedWith) return `${counted(counts.added, countedIn[set.kind])}.`;
  if (isLoaded(change)) return "Already loaded; nothing to do.";
  if (isSame(change)) return `The same codes as ${comparedWith}.`;
  if (set.kind === "pairs" || set.kind === "limits")
    return `${counted(counts.added, countedIn[set.kind])} in the place of ${formatCount(counts.removed)}.`;
  const { added, removed, revised, turnedIntoHeaders, turnedBillable } = counts;
  const parts = [
    `${formatCount(added)} added`,
    `${formatCount(removed)} removed`,
    `${formatCount(revised)} reworded`,
  ];
  if (turnedIntoHeaders > 0) parts.push(`${formatCount(turnedIntoHeaders)} no longer billable`);
  if (turnedBillable > 0) parts.push(`${formatCount(turnedBillable)} now billable`);
  const replaces = comparedWith === set.name ? " It replaces the set of that name." : "";
  return `${parts.join(", ")}, compared with ${comparedWith}.${replaces}`;
}

/** The first official list replaces the starter set, which also answers for other years. */
function leavesWords(changes: readonly CodeSetChange[]): string[] {
  const sets = changes
    .filter(({ endsStarterSet }) => endsStarterSet === true)
    .map(({ set }) => set)
    .toSorted((a, b) => ((a.inForceFrom ?? "") < (b.inForceFrom ?? "") ? -1 : 1));
  const dates = sets
    .filter(({ codeSystemName }) => codeSystemName === "ICD-10-CM")
    .map(({ inForceFrom, inForceTo }) => showDates(inForceFrom ?? "", inForceTo ?? ""));
  // An HCPCS list also answers for earlier days.
  const last = sets.findLast(({ codeSystemName }) => codeSystemName === "HCPCS")?.inForceTo ?? "";
  return [
    ...(dates.length === 0
      ? []
      : [
          `The starter set is removed. ICD-10-CM codes are then checked only for dates of service ${dates.join(", ")}.`,
        ]),
    ...(last === ""
      ? []
      : [
          `The HCPCS starter list is removed. HCPCS codes are then checked only for dates of service through ${showDate(last)}.`,
        ]),
  ];
}
