import { useEffect, useState } from "react";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import { valueWords } from "#room/features/names/value-words.ts";
import { resolveMerge } from "#room/billing/resolve-merge.ts";
import type { Conflict } from "#room/billing/merge-events.ts";
import type { Side } from "#room/billing/resolve-merge.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { toast } from "#room/ui/toast-store.ts";
import styles from "./merge-dialog.module.css";
import type { MergePlan } from "./merge-plan.ts";
import { mergePlanOf } from "./merge-plan.ts";

export interface MergeDialogProps {
  /** The events to merge, one after the other; the dialog is closed while there is none. */
  readonly eventIds: readonly string[];
  readonly onClose: () => void;
}

/** Merges drafts with newer imports of the same events: what both changed is asked field by field. */
export function MergeDialog({ eventIds, onClose }: MergeDialogProps) {
  const [done, setDone] = useState(0);
  const eventId = eventIds[done];
  const next = () => {
    if (done + 1 < eventIds.length) setDone(done + 1);
    else {
      setDone(0);
      onClose();
    }
  };
  if (eventId === undefined) return null;
  const count = eventIds.length > 1 ? ` (${done + 1} of ${eventIds.length})` : "";
  return (
    <OneMerge
      key={eventId}
      eventId={eventId}
      title={`Merge event ${shortGuid(eventId)}${count}`}
      onDone={next}
      onClose={() => {
        setDone(0);
        onClose();
      }}
    />
  );
}

interface OneMergeProps {
  readonly eventId: string;
  readonly title: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

type Loaded = MergePlan | "none" | undefined;

function OneMerge({ eventId, title, onDone, onClose }: OneMergeProps) {
  const { visits } = useWorkspace();
  const [plan, setPlan] = useState<Loaded>();
  const [choices, setChoices] = useState<ReadonlyMap<number, Side>>(new Map());
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    let isGone = false;
    const load = async () => {
      const record = await visits.get(eventId);
      if (!isGone) setPlan((record && mergePlanOf(record)) ?? "none");
    };
    load().catch((error: unknown) => setFailure(messageOf(error)));
    return () => {
      isGone = true;
    };
  }, [visits, eventId]);
  const save = async () => {
    if (plan === undefined || plan === "none") return;
    try {
      await visits.resolveMerge(eventId, resolveMerge(plan.merge, choices));
      toast({ title: `Event ${shortGuid(eventId)} is merged`, tone: "ok" });
      onDone();
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  const open = plan === undefined || plan === "none" ? 0 : plan.merge.conflicts.length - choices.size;
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      width="huge"
      actions={
        <>
          <Button onClick={onClose}>Later</Button>
          {plan === "none" ? (
            <Button look="primary" onClick={onDone}>
              Continue
            </Button>
          ) : (
            <Button look="primary" aria-disabled={plan === undefined || open > 0} onClick={() => void save()}>
              {open > 0 ? `Choose ${open} more` : "Save merged visit"}
            </Button>
          )}
        </>
      }
    >
      {failure ? (
        <Banner tone="bad" role="alert" title="The merge wasn’t saved">
          {failure}
        </Banner>
      ) : null}
      {plan === undefined && !failure ? (
        <p>
          <Spinner /> Comparing the two
        </p>
      ) : null}
      {plan === "none" ? <p>Nothing is left to merge: it was done in another tab.</p> : null}
      {plan !== undefined && plan !== "none" ? (
        <Plan plan={plan} choices={choices} onChoose={setChoices} />
      ) : null}
    </Dialog>
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

interface PlanProps {
  readonly plan: MergePlan;
  readonly choices: ReadonlyMap<number, Side>;
  readonly onChoose: (choices: ReadonlyMap<number, Side>) => void;
}

function Plan({ plan, choices, onChoose }: PlanProps) {
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
