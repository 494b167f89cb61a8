import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { useState } from "react";
import { shownCaller } from "#room/contract/caller-name.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { useNow } from "#room/ui/use-now.ts";
import { clinicTimes } from "#room/features/names/clinic-times.ts";
import { msOf } from "#room/contract/primitives/wire-date-time.ts";
import { engineName } from "./standing.ts";
import { sentAfterBilled } from "./story-lines.ts";
import type { ServiceVisit } from "./use-service-visit.ts";

const EventDialog = lateDialog(async () => (await import("./event-dialog.tsx")).EventDialog);

/** Says that the visit was sent again after it was billed: whoever sent it may think that it counts. */
export function SentAgain({ answer: { visit, events } }: { readonly answer: ServiceVisit }) {
  const now = useNow(60_000);
  const [isShown, setShown] = useState(false);
  const after = sentAfterBilled(events);
  if (!after || (visit.state !== "charged" && visit.state !== "voided")) return null;
  const { billed, came } = after;
  const by = came.receivedFrom ? shownCaller(came.receivedFrom) : engineName;
  const isVoid = visit.state === "voided";
  return (
    <>
      <Banner
        isStrip
        tone="warn"
        role="status"
        title={`This visit was sent again after it was ${isVoid ? "voided" : "billed"}`}
        actions={
          <Button size="small" onClick={() => setShown(true)}>
            Show what was sent
          </Button>
        }
      >
        {`Sent ${clinicTimes().moment(msOf(came.receivedAt), now)} by ${by}. It isn’t billed: `}
        {isVoid
          ? "the visit is void."
          : `invoice ${visit.invoiceNumber ?? ""} is. If what was sent is right, correct the charge.`}
      </Banner>
      {isShown ? (
        <EventDialog
          event={{ eventId: came.eventId, receivedAt: came.receivedAt }}
          before={{ eventId: billed.eventId, receivedAt: billed.receivedAt }}
          beforeWords="what was billed"
          onClose={() => setShown(false)}
        />
      ) : null}
    </>
  );
}
