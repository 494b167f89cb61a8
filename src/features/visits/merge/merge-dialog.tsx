import { useCallback, useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { resolveMerge } from "#room/billing/resolve-merge.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { toast } from "#room/ui/toast-store.ts";
import { NotAllowed } from "#room/workspace/browser/failures.ts";
import type { Compared } from "#room/workspace/visits/visits.ts";
import { mergePlanOf, type MergePlan } from "./merge-plan.ts";
import { Plan, sides, type MergeChoices } from "./merge-plan.tsx";

interface OneMergeProps {
  readonly eventId: string;
  readonly title: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const mergeForm: z.ZodMiniType<unknown, MergeChoices> = z.object({
  sides: z.array(z.enum(sides, "Choose which to keep.")),
});

type Loaded = (MergePlan & { readonly compared: Compared }) | "none" | undefined;

function OneMerge({ eventId, title, onDone, onClose }: OneMergeProps) {
  const { visits } = useWorkspace();
  const [plan, setPlan] = useState<Loaded>();
  const form = useForm({ defaultValues: { sides: [] }, resolver: formResolver(mergeForm) });
  const chosen = useWatch({ control: form.control, name: "sides" });
  const [failure, setFailure] = useState<string>();
  const compare = useCallback(async (): Promise<Loaded> => {
    const record = await visits.get(eventId);
    const made = record && mergePlanOf(record);
    return made ? { ...made, compared: record } : "none";
  }, [visits, eventId]);
  useEffect(() => {
    let isGone = false;
    compare().then(
      (made) => isGone || setPlan(made),
      (error: unknown) => setFailure(messageOf(error)),
    );
    return () => {
      isGone = true;
    };
  }, [compare]);
  const save = form.handleSubmit(async ({ sides: kept }) => {
    if (plan === undefined || plan === "none") return;
    try {
      const merged = resolveMerge(plan.merge, new Map(kept.entries()));
      await visits.resolveMerge(eventId, merged, plan.compared);
      toast({ title: "Merged into your draft", tone: "ok" });
      onDone();
    } catch (error) {
      setFailure(messageOf(error));
      if (!(error instanceof NotAllowed)) return;
      form.reset();
      await compare().then(setPlan, (unread: unknown) => setFailure(messageOf(unread)));
    }
  });
  const conflicts = plan === undefined || plan === "none" ? [] : plan.merge.conflicts;
  const open = conflicts.length - chosen.filter(Boolean).length;
  return (
    <Dialog
      title={title}
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
      {plan !== undefined && plan !== "none" ? <Plan plan={plan} form={form} /> : null}
    </Dialog>
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export interface MergeDialogProps {
  /** The events to merge, one by one. */
  readonly eventIds: readonly string[];
  readonly onClose: () => void;
}

/** Merges drafts with newer imports of the same events: asks field by field about what both changed. */
export function MergeDialog({ eventIds, onClose }: MergeDialogProps) {
  const [done, setDone] = useState(0);
  const eventId = eventIds[done];
  const next = () => {
    if (done + 1 < eventIds.length) setDone(done + 1);
    else onClose();
  };
  if (eventId === undefined) return null;
  const count = eventIds.length > 1 ? ` (${done + 1} of ${eventIds.length})` : "";
  return (
    <OneMerge
      key={eventId}
      eventId={eventId}
      title={`Merge what came in${count}`}
      onDone={next}
      onClose={onClose}
    />
  );
}
