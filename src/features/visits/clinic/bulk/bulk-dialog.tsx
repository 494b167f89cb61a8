import { counted } from "#room/contract/primitives/counted.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import { moneyText, totalText } from "#room/billing/money-text.ts";
import { type VisitFilter, pageSize } from "#room/contract/schemas/visit-filter.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { refusalWords, refusedAssignee } from "#room/features/visits/clinic/refusal-words.ts";
import { checkMany } from "#room/features/visits/sending/send-check.ts";
import { WarnedVisits } from "#room/features/visits/sending/warned-visits.tsx";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import styles from "#room/features/visits/queue/retry.module.css";
import { serviceNow } from "#room/api/service-clock.ts";
import { callOperation } from "#room/api/call-operation.ts";
import { formatCount } from "#room/ui/formats.ts";
import { type BulkPlan, type BulkActionKind, bulkPlanOf, bulkActionWords } from "./bulk-action.ts";
import type { BulkRunner } from "./bulk-run.ts";
import { checkCleared, isAlsoHere, readPaid, workOf } from "./bulk-work.ts";
import { BulkActionForm } from "./action-fields.tsx";
import { bulkActionForm, bulkActionOf, noFields } from "./bulk-form.ts";

const maxOfChoice = 5000;

/** All visits of a view at this moment: a fixed list, whatever changes later. */
async function gatherVisits(
  filter: VisitFilter,
  signal: AbortSignal,
  onProgress: (count: number) => void,
): Promise<readonly VisitRow[]> {
  const found = new Map<string, VisitRow>();
  let cursor: string | undefined;
  do {
    const page = await callOperation("listVisits", { ...filter, limit: pageSize.most, cursor }, { signal });
    for (const visit of page.visits) found.set(visit.visitId, visit);
    cursor = page.nextCursor ?? undefined;
    onProgress(found.size);
  } while (cursor !== undefined && found.size < maxOfChoice);
  return [...found.values()].slice(0, maxOfChoice);
}

export interface BulkDialogProps {
  readonly kind: BulkActionKind;
  readonly choice: readonly VisitRow[] | VisitFilter;
  readonly onClose: () => void;
  /** What was chosen is run: what it is, with which visits, and how. */
  readonly onDo: (...run: Parameters<BulkRunner["start"]>) => void;
}

type Gathering =
  | { readonly kind: "gathering"; readonly count: number }
  | { readonly kind: "checking"; readonly done: number; readonly total: number }
  | { readonly kind: "failed"; readonly words: string }
  | { readonly kind: "ready"; readonly plan: BulkPlan };

function isChosen(choice: BulkDialogProps["choice"]): choice is readonly VisitRow[] {
  return Array.isArray(choice);
}

/** Says how many visits are affected and which are left out, and asks for the action's inputs. */
export function BulkDialog({ kind, choice, onClose, onDo }: BulkDialogProps) {
  const workspace = useWorkspace();
  const client = useQueryClient();
  const gathered = useGathered(kind, choice);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const resolver = useMemo(() => formResolver(bulkActionForm(kind)), [kind]);
  const form = useForm({ defaultValues: noFields, resolver });
  const { title, verb, done } = bulkActionWords[kind];
  const plan = gathered.kind === "ready" ? gathered.plan : undefined;
  const warned = plan?.warned ?? [];
  const open = new Set(warned.map(({ visit }) => visit).filter(({ visitId }) => !ticked.has(visitId)));
  const visits = plan?.visits.filter((visit) => !open.has(visit)) ?? [];
  const accepted = new Map(
    warned.flatMap(({ visit: { visitId }, warnings }) => (ticked.has(visitId) ? [[visitId, warnings]] : [])),
  );
  const run = () =>
    void form.handleSubmit(async (fields) => {
      const action = bulkActionOf(kind, fields, new Date(serviceNow()));
      const chosen = action?.kind === "clear" ? { ...action, accepted } : action;
      const [first] = visits;
      if (!chosen || !first) return;
      const ways = workOf(chosen, { workspace, client });
      if (chosen.kind !== "assign") return onDo(done, visits, ways);
      // A wrong name is said at its field, and stays there to be mended.
      const begun = ways.work(first, new AbortController().signal);
      const wrongName = await begun.then(() => undefined, refusedAssignee);
      if (wrongName !== undefined) return form.setError("to", { message: wrongName });
      onDo(done, visits, {
        ...ways,
        work: (visit, signal) => (visit === first ? begun : ways.work(visit, signal)),
      });
    })();
  return (
    <Dialog
      title={title}
      isKept
      isRisky={ticked.size > 0}
      width={warned.length > 0 ? "wide" : "normal"}
      onClose={onClose}
      startsInField={kind !== "take" && kind !== "release" && kind !== "reopen"}
      actions={
        <>
          <Button onClick={onClose}>{visits.length === 0 ? "Close" : "Cancel"}</Button>
          {visits.length === 0 ? null : (
            <Button look="primary" isBusy={form.formState.isSubmitting} onClick={run}>
              {verb} {counted(visits.length, "visit")}
            </Button>
          )}
        </>
      }
    >
      <BulkActionForm kind={kind} form={form} />
      <div role="status">
        <Plan kind={kind} gathered={gathered} visits={visits} />
      </div>
      <WarnedVisits
        visits={warned.map(({ visit: { visitId, serviceDate, amount }, warnings }) => ({
          id: visitId,
          visitId,
          serviceDate: serviceDate ?? undefined,
          amount: amount ? moneyText(amount) : undefined,
          warnings,
        }))}
        ticked={ticked}
        onTick={setTicked}
      />
    </Dialog>
  );
}

interface PlanProps {
  readonly kind: BulkActionKind;
  readonly gathered: Gathering;
  readonly visits: readonly VisitRow[];
}

function Plan({ kind, gathered, visits }: PlanProps) {
  if (gathered.kind === "failed") return <p className={styles.note}>{gathered.words}</p>;
  if (gathered.kind === "gathering")
    return <p className={styles.note}>Counting… {formatCount(gathered.count)} so far</p>;
  if (gathered.kind === "checking")
    return (
      <p className={styles.note}>
        Checking {formatCount(gathered.done)} of {formatCount(gathered.total)}…
      </p>
    );
  const { total, leftOut, takenOver, warned, paid = [] } = gathered.plan;
  const open = gathered.plan.visits.length - visits.length;
  const reasons = [...(open > 0 ? [`${counted(open, "has", "have")} warnings`] : []), ...leftOut];
  const sums = totalText(visits.flatMap(({ amount }) => amount ?? []));
  const verb = bulkActionWords[kind].verb.toLowerCase();
  return (
    <>
      <p className={styles.count}>
        {visits.length === 0 && warned.length === 0
          ? `None of ${formatCount(total)} can be chosen for this.`
          : `${formatCount(visits.length)} of ${formatCount(total)} to ${verb}${sums === "" ? "" : `: ${sums}`}.`}
      </p>
      {reasons.length > 0 ? <p className={styles.note}>Left out: {reasons.join(", ")}.</p> : null}
      {takenOver > 0 ? (
        <p className={styles.note}>
          {takenOver === 1
            ? "Somebody has 1 of them now, and loses it."
            : `Others have ${formatCount(takenOver)} of them now, and lose them.`}
        </p>
      ) : null}
      {paid.length > 0 ? (
        <p className={styles.note}>
          {totalText(paid)} was paid on {formatCount(paid.length)} of them, and is on no deposit slip while
          {paid.length === 1 ? " it isn’t" : " they aren’t"} charged: refund it, or charge it on the right
          visit.
        </p>
      ) : null}
      {total === maxOfChoice ? (
        <p className={styles.note}>
          These are the first {formatCount(maxOfChoice)} of the view. Do the rest afterward.
        </p>
      ) : null}
      {kind === "clear" ? (
        <p className={styles.note}>Each is taken, corrected and sent as a new version.</p>
      ) : null}
    </>
  );
}

function useGathered(kind: BulkActionKind, choice: BulkDialogProps["choice"]): Gathering {
  const workspace = useWorkspace();
  const client = useQueryClient();
  const [state, setState] = useState<Gathering>({ kind: "gathering", count: 0 });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const become = (next: Gathering) => {
      if (!signal.aborted) setState(next);
    };
    const gather = async () => {
      const rows = isChosen(choice)
        ? choice
        : await gatherVisits(choice, signal, (count) => become({ kind: "gathering", count }));
      const facts = {
        me: workspace.userName,
        now: serviceNow(),
        isAlsoHere: (visitId: string) => isAlsoHere(workspace, visitId),
      };
      const plan = bulkPlanOf(kind, rows, facts);
      const total = plan.visits.length;
      const watched = { signal, onProgress: (done: number) => become({ kind: "checking", done, total }) };
      if (kind === "close") {
        const paid = await checkMany(plan.visits, (visit) => readPaid(visit, signal), watched);
        return { ...plan, paid: [...paid.values()].filter((money) => money !== undefined) };
      }
      if (kind !== "clear") return plan;
      const parts = { workspace, client };
      const checks = await checkMany(plan.visits, (visit) => checkCleared(visit, parts, signal), watched);
      return bulkPlanOf(kind, rows, { ...facts, checks });
    };
    gather().then(
      (plan) => become({ kind: "ready", plan }),
      (error: unknown) => become({ kind: "failed", words: refusalWords(error) }),
    );
    return () => stop.abort();
  }, [kind, choice, workspace, client]);
  return state;
}
