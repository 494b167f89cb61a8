import type { UseFormRegisterReturn, UseFormReturn } from "react-hook-form";
import { valueWords } from "#room/features/names/value-words.ts";
import type { Conflict } from "#room/billing/merge-events.ts";
import type { Side } from "#room/billing/resolve-merge.ts";
import { Button } from "#room/ui/button.tsx";
import { Table } from "#room/ui/table.tsx";
import styles from "./merge-dialog.module.css";
import type { MergePlan } from "./merge-plan.ts";

export const sides = ["mine", "theirs", "base"] as const satisfies readonly Side[];

export interface MergeChoices {
  readonly sides: Side[];
}

interface PlanProps {
  readonly plan: MergePlan;
  readonly form: UseFormReturn<MergeChoices>;
}

export function Plan({ plan, form }: PlanProps) {
  const { conflicts } = plan.merge;
  const chooseAll = (side: Side) =>
    form.setValue(
      "sides",
      conflicts.map(() => side),
    );
  return (
    <>
      <p className={styles.intro}>
        This visit was changed here, and the newer version changes it too.{" "}
        {conflicts.length === 0
          ? "You and the newer version changed different things, so both are kept."
          : "Both changed the fields below. Choose which to keep; everything else is kept from both."}
      </p>
      {conflicts.length > 0 ? (
        <>
          <div className={styles.all}>
            <Button size="small" onClick={() => chooseAll("mine")}>
              Keep all of mine
            </Button>
            <Button size="small" onClick={() => chooseAll("theirs")}>
              Take all of the newer version
            </Button>
          </div>
          <Table look="framed" label="Conflicts" heads={["Field", "Mine", "Newer version", "Before"]}>
            {conflicts.map((conflict, index) => (
              <ConflictRow
                key={conflict.path.join(".")}
                conflict={conflict}
                field={form.register(`sides.${index}`)}
              />
            ))}
          </Table>
        </>
      ) : null}
      <Taken title="Kept from your draft" words={plan.fromMine} />
      <Taken title="Kept from the newer version" words={plan.fromTheirs} />
    </>
  );
}

interface ConflictRowProps {
  readonly conflict: Conflict;
  readonly field: UseFormRegisterReturn;
}

const sideNames = { mine: "mine", theirs: "the newer version’s", base: "the original" } as const;

function ConflictRow({ conflict, field }: ConflictRowProps) {
  const isRow = typeof conflict.path.at(-1) === "number";
  return (
    <tr>
      <th scope="row">{conflict.place}</th>
      {sides.map((side) => {
        const value = conflict[side];
        const words = value === undefined && isRow ? "removed" : valueWords(conflict.path, value);
        return (
          <td key={side}>
            <label className={styles.choice}>
              <input
                type="radio"
                value={side}
                {...field}
                aria-label={`${conflict.place}: ${sideNames[side]}, ${words}`}
              />
              {words}
            </label>
          </td>
        );
      })}
    </tr>
  );
}

function Taken({ title, words }: { title: string; words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <section className={styles.taken}>
      <h3>{title}</h3>
      <ul>
        {words.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </section>
  );
}
