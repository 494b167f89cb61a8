import { useEffect, useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import type { VisitFilter } from "#room/contract/schemas/visit-filter.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { refusalWords } from "#room/features/visits/clinic/refusal-words.ts";
import { moneyWords } from "#room/features/visits/clinic/clinic-money.ts";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import styles from "#room/features/visits/queue/retry.module.css";
import type { BulkAction, BulkPlan, BulkActionKind } from "./bulk-action.ts";
import { bulkPlanOf, bulkActionWords } from "./bulk-action.ts";
import { BulkActionForm, bulkActionForm, bulkActionOf, noFields } from "./action-fields.tsx";
import { gatherVisits, maxOfChoice } from "./gather-visits.ts";

export interface BulkDialogProps {
  readonly kind: BulkActionKind;
  /** The selected visits, or the filter of a view. */
  readonly choice: readonly VisitRow[] | VisitFilter;
  readonly onClose: () => void;
  readonly onDo: (action: BulkAction, visits: readonly VisitRow[]) => void;
}

type Gathering =
  | { readonly kind: "gathering"; readonly count: number }
  | { readonly kind: "failed"; readonly words: string }
  | { readonly kind: "ready"; readonly plan: BulkPlan };

function isChosen(choice: BulkDialogProps["choice"]): choice is readonly VisitRow[] {
  return Array.isArray(choice);
}

/** Says how many visits are affected and which are left out, and asks for the action's inputs. */
export function BulkDialog({ kind, choice, onClose, onDo }: BulkDialogProps) {
  const gathered = useGathered(kind, choice);
  const resolver = useMemo(() => formResolver(bulkActionForm(kind)), [kind]);
  const form = useForm({ defaultValues: noFields, resolver });
  const { title, verb } = bulkActionWords[kind];
  const visits = gathered.kind === "ready" ? gathered.plan.visits : [];
  const run = () =>
    void form.handleSubmit((fields) => {
      const action = bulkActionOf(kind, fields, new Date());
      if (action) onDo(action, visits);
    })();
  return (
    <Dialog
      title={title}
      isKept
      onClose={onClose}
      startsInField={kind !== "take" && kind !== "release" && kind !== "reopen"}
      actions={
        <>
          <Button onClick={onClose}>{visits.length === 0 ? "Close" : "Cancel"}</Button>
          {visits.length === 0 ? null : (
            <Button look="primary" onClick={run}>
              {verb} {visits.length === 1 ? "1 visit" : `${visits.length.toLocaleString()} visits`}
            </Button>
          )}
        </>
      }
    >
      <BulkActionForm kind={kind} form={form} />
      <div role="status">
        <Plan kind={kind} gathered={gathered} />
      </div>
    </Dialog>
  );
}

function Plan({ kind, gathered }: { readonly kind: BulkActionKind; readonly gathered: Gathering }) {
  if (gathered.kind === "failed") return <p className={styles.note}>{gathered.words}</p>;
  if (gathered.kind === "gathering")
    return <p className={styles.note}>Counting… {gathered.count.toLocaleString()} so far</p>;
  const { total, visits, leftOut } = gathered.plan;
  const sums = moneyWords(visits.flatMap(({ amount }) => amount ?? []));
  const verb = bulkActionWords[kind].verb.toLowerCase();
  return (
    <>
      <p className={styles.count}>
        {visits.length === 0
          ? `None of ${total.toLocaleString()} can be chosen for this.`
          : `${visits.length.toLocaleString()} of ${total.toLocaleString()} to ${verb}${sums === "" ? "" : `: ${sums}`}.`}
      </p>
      {leftOut.length > 0 ? <p className={styles.note}>Left out: {leftOut.join(", ")}.</p> : null}
      {total === maxOfChoice ? (
        <p className={styles.note}>
          These are the first {maxOfChoice.toLocaleString()} of the view. Do the rest afterward.
        </p>
      ) : null}
      {kind === "clear" ? (
        <p className={styles.note}>Each is taken, corrected and sent as a new event.</p>
      ) : null}
    </>
  );
}

function useGathered(kind: BulkActionKind, choice: BulkDialogProps["choice"]): Gathering {
  const { userName: me, visits } = useWorkspace();
  const [state, setState] = useState<Gathering>({ kind: "gathering", count: 0 });
  useEffect(() => {
    const stop = new AbortController();
    const onProgress = (count: number) => setState({ kind: "gathering", count });
    const gather = isChosen(choice) ? Promise.resolve(choice) : gatherVisits(choice, stop.signal, onProgress);
    void gather.then(
      (rows) => {
        const isChangedHere = (visitId: string) =>
          visits.ofVisit(visitId).some(({ state }) => state !== "charged");
        const plan = bulkPlanOf(kind, rows, { me, now: Date.now(), isChangedHere });
        if (!stop.signal.aborted) setState({ kind: "ready", plan });
        return undefined;
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setState({ kind: "failed", words: refusalWords(error) });
      },
    );
    return () => stop.abort();
  }, [kind, choice, me, visits]);
  return state;
}
