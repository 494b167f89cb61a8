import { valueWords } from "#room/features/names/value-words.ts";
import type { Conflict } from "#room/billing/merge-events.ts";
import type { Side } from "#room/billing/resolve-merge.ts";
import { Button } from "#room/ui/button.tsx";
import styles from "./merge-dialog.module.css";
import type { MergePlan } from "./merge-plan.ts";

interface PlanProps {
  readonly plan: MergePlan;
  readonly choices: ReadonlyMap<number, Side>;
  readonly onChoose: (choices: ReadonlyMap<number, Side>) => void;
}

export function Plan({ plan, choices, onChoose }: PlanProps) {
  const { conflicts } = plan.merge;
  const chooseAll = (side: Side) => onChoose(new Map(conflicts.map((_, index) => [index, side])));
  return (
    <>
      <p className={styles.intro}>
        This visit was changed here, and a newer file changes it too.{" "}
        {conflicts.length === 0
          ? "You and the file changed different things, so both are kept."
          : "Both changed the fields below. Choose which to keep; everything else is kept from both."}
      </p>
      {conflicts.length > 0 ? (
        <>
          <div className={styles.all}>
            <Button size="small" onClick={() => chooseAll("mine")}>
              Keep all of mine
            </Button>
            <Button size="small" onClick={() => chooseAll("theirs")}>
              Take all from the file
            </Button>
          </div>
          <div className={styles.scroll}>
            <table className={styles.table} aria-label="Conflicts">
              <thead>
                <tr>
                  <th scope="col">Field</th>
                  <th scope="col">Mine</th>
                  <th scope="col">From the file</th>
                  <th scope="col">Before</th>
                </tr>
              </thead>
              <tbody>
                {conflicts.map((conflict, index) => (
                  <ConflictRow
                    key={conflict.path.join(".")}
                    conflict={conflict}
                    chosen={choices.get(index)}
                    onChoose={(side) => onChoose(new Map(choices).set(index, side))}
                  />
                ))}
              </tbody>
            </table>
          </div>
        </>
      ) : null}
      <Taken title="Kept from your draft" words={plan.fromMine} />
      <Taken title="Kept from the file" words={plan.fromTheirs} />
    </>
  );
}

interface ConflictRowProps {
  readonly conflict: Conflict;
  readonly chosen: Side | undefined;
  readonly onChoose: (side: Side) => void;
}

const sideNames = { mine: "mine", theirs: "the file's", base: "the original" } as const;

function ConflictRow({ conflict, chosen, onChoose }: ConflictRowProps) {
  const isRow = typeof conflict.path.at(-1) === "number";
  const group = `merge ${conflict.path.join(".")}`;
  return (
    <tr>
      <th scope="row">{conflict.place}</th>
      {(["mine", "theirs", "base"] as const).map((side) => {
        const value = conflict[side];
        const words = value === undefined && isRow ? "removed" : valueWords(conflict.path, value);
        return (
          <td key={side}>
            <label className={styles.choice}>
              <input
                type="radio"
                name={group}
                checked={chosen === side}
                onChange={() => onChoose(side)}
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
