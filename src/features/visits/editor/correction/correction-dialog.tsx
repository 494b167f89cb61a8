import { useNavigate } from "@tanstack/react-router";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { summariseEvent } from "#room/billing/summarise-event.ts";
import { fieldOf } from "#room/features/forms/form-field.ts";
import { minorMoneyText } from "#room/billing/money-text.ts";
import { useSharedVisit } from "#room/features/visits/shared-visit/shared-visit.ts";
import { workWords } from "#room/features/visits/shared-visit/work-words.ts";
import { useTypedReason } from "#room/features/visits/typed-reason.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import type { Corrects } from "#room/workspace/visits/visit-record.ts";
import { ClosedDays } from "./closed-days.tsx";
import { correctionsOf, DifferenceList } from "./difference-list.tsx";

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
  const shared = useSharedVisit();
  const { userName: me } = useWorkspace();
  const navigate = useNavigate();
  const { form, drop } = useTypedReason(
    `correct ${String(draft["eventId"])}`,
    "Say why the charge is corrected.",
    reason,
  );
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
  const send = form.handleSubmit(({ reason: given }) => {
    drop();
    onSend(given.trim());
  });
  const claim = shared?.claim;
  const overtaken =
    shared && claim?.kind === "charged"
      ? workWords(claim, shared.answer, {
          eventId: "",
          now: 0,
          me,
          isChanged: true,
          corrects: corrects.invoice,
        })
      : undefined;
  return (
    <Dialog
      title={`Correct invoice ${corrects.invoice}`}
      width="wide"
      isKept
      losesTyped={false}
      startsInField
      onClose={onClose}
      action={{ label: "Send correction", run: () => void send(), isDisabled: overtaken !== undefined }}
    >
      <DifferenceList label="What changes" changes={changes} />
      <p>
        {before === after ? `The total stays ${after}.` : `The total changes from ${before} to ${after}.`}
      </p>
      <ClosedDays visitId={charged.visitCharged?.visitId ?? ""} />
      <TextField label="Reason" {...fieldOf(form, "reason")} />
      {overtaken && claim?.kind === "charged" ? (
        <Banner
          tone="warn"
          role="alert"
          title={overtaken.title}
          actions={
            <Button
              onClick={() => void navigate({ to: "/visits/$eventId", params: { eventId: claim.eventId } })}
            >
              {claim.isVoided ? "Show the void visit" : "Show the charged visit"}
            </Button>
          }
        >
          {overtaken.detail} What you typed stays here as a draft.
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
