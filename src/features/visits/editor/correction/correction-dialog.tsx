import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { summariseEvent } from "#room/billing/summarise-event.ts";
import { fieldOf } from "#room/features/forms/form-field.ts";
import { atMost, formResolver } from "#room/features/forms/form-resolver.ts";
import { minorMoneyText } from "#room/billing/money-text.ts";
import { useSharedVisit } from "#room/features/visits/shared-visit/shared-visit.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import type { Corrects } from "#room/workspace/visits/visit-record.ts";
import { correctionsOf, DifferenceList } from "./difference-list.tsx";

const reasonForm = z.object({
  reason: z.string().check(z.trim(), z.minLength(1, "Say why the charge is corrected."), atMost(1000)),
});

interface CorrectionDialogProps {
  readonly corrects: Corrects;
  readonly charged: DraftEvent;
  readonly draft: DraftEvent;
  readonly onClose: () => void;
  readonly onSend: (reason: string) => void;
}

function totalText(event: DraftEvent): string {
  const { amountMinor, currency } = summariseEvent(event);
  return amountMinor === undefined ? "" : minorMoneyText(amountMinor, currency);
}

/** The difference between what was charged and the correction, line by line, and why: asked before it is sent. */
export function CorrectionDialog({ corrects, charged, draft, onClose, onSend }: CorrectionDialogProps) {
  const changes = correctionsOf(charged, draft);
  const { reason } = corrects;
  const claim = useSharedVisit()?.claim;
  const form = useForm({ defaultValues: { reason }, resolver: formResolver(reasonForm) });
  const [before, after] = [totalText(charged), totalText(draft)];
  if (changes.length === 0)
    return (
      <Dialog
        title="Nothing is corrected yet"
        onClose={onClose}
        actions={<Button onClick={onClose}>Close</Button>}
      >
        <p>This is what invoice {corrects.invoice} was charged with. Change it first.</p>
      </Dialog>
    );
  const send = form.handleSubmit(({ reason: given }) => onSend(given.trim()));
  return (
    <Dialog
      title={`Correct invoice ${corrects.invoice}`}
      width="wide"
      isKept
      startsInField
      onClose={onClose}
      action={{ label: "Send correction", run: () => void send() }}
    >
      <DifferenceList label="What changes" changes={changes} />
      <p>
        {before === after ? `The total stays ${after}.` : `The total changes from ${before} to ${after}.`}
      </p>
      <TextField label="Reason" {...fieldOf(form, "reason")} />
      {claim?.kind === "charged" ? (
        <Banner
          tone="warn"
          role="alert"
          title={`Invoice ${corrects.invoice} was corrected or voided meanwhile`}
        >
          This correction can’t be sent.
        </Banner>
      ) : (
        <p>
          A new invoice replaces invoice {corrects.invoice}, which stays in the visit’s history and no longer
          counts.
        </p>
      )}
    </Dialog>
  );
}
