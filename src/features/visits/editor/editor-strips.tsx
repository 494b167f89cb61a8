import { counted } from "#room/contract/primitives/counted.ts";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { EarlierEvent } from "#room/billing/facts.ts";
import { copyWords } from "#room/billing/rules/earlier-event.ts";
import { readJson } from "#room/contract/written-json.ts";
import { copiedFrom } from "#room/features/visits/sending/send-check.ts";
import { diffEvents } from "#room/billing/diff-events.ts";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { useVisitSummary } from "#room/features/workspace/workspace-context.ts";
import { toast } from "#room/ui/toast-store.ts";
import { Banner } from "#room/ui/banner.tsx";
import { buttonClass } from "#room/ui/button-class.ts";
import { Button } from "#room/ui/button.tsx";
import { useKnown } from "./history/earlier-events.tsx";
import { TypedStrip } from "./typed-strip.tsx";
import type { VisitEditorProps } from "./session/use-open-event.ts";

const MergeDialog = lateDialog(
  async () => (await import("#room/features/visits/merge/merge-dialog.tsx")).MergeDialog,
);
const ChangesDialog = lateDialog(async () => (await import("./history/changes-dialog.tsx")).ChangesDialog);

interface EditorStripsProps extends VisitEditorProps {
  readonly isReadOnly: boolean;
  readonly isMerging: boolean;
  readonly onMerge: (isMerging: boolean) => void;
}

/**
 * What the user must know before editing: the visit is open in another tab, a newer import is waiting, or it differs
 * from what was imported.
 */
export function EditorStrips({
  record,
  lease,
  role,
  again,
  isReadOnly,
  isMerging,
  onMerge,
}: EditorStripsProps) {
  const [isShowing, setShowing] = useState(false);
  const { serviceVisitId, seenEventId, state } = useVisitSummary(record.eventId) ?? {};
  const isOfService = (serviceVisitId ?? seenEventId) !== undefined;
  const original = useKnown(record.eventId, copiedFrom);
  const corrects = useVisitSummary(record.eventId)?.source.corrects;
  const [changes] = useState(() =>
    record.imported && !corrects ? diffEvents(record.imported, record.event).length : 0,
  );
  const takeOver = () =>
    lease.takeOver().catch(() => {
      toast({ tone: "bad", title: "The other tab didn’t respond", detail: "Close it, then try again." });
    });
  return (
    <>
      {role === "follower" && state !== "charged" ? (
        <Banner
          isStrip
          tone="warn"
          role="status"
          title="This visit is open for editing in another tab"
          actions={<Button onClick={() => void takeOver()}>Edit here instead</Button>}
        >
          Changes made there show here. If you edit here, the other tab saves first and becomes read-only.
        </Banner>
      ) : null}
      <TypedStrip record={record} isReadOnly={isReadOnly} />
      <CopyStrip original={readJson(original)} />
      {record.incoming ? (
        <Banner
          isStrip
          tone="ask"
          title={`A newer version of this visit ${isOfService ? "came in" : "was imported"}`}
          actions={<Button onClick={() => onMerge(true)}>Merge…</Button>}
        >
          Your draft was kept. Merge the two before you send it; nothing is thrown away.
        </Banner>
      ) : null}
      {changes > 0 && !record.incoming ? (
        <Banner
          isStrip
          title={`${counted(changes, "change")} made here since ${isOfService ? "it came in" : "import"}`}
          actions={
            <Button size="small" look="quiet" onClick={() => setShowing(true)}>
              Show
            </Button>
          }
        />
      ) : null}
      {isShowing ? (
        <ChangesDialog record={record} isReadOnly={isReadOnly} onClose={() => setShowing(false)} />
      ) : null}
      {isMerging ? (
        <MergeDialog
          eventIds={[record.eventId]}
          onClose={() => {
            onMerge(false);
            again();
          }}
        />
      ) : null}
    </>
  );
}

function CopyStrip({ original }: { readonly original: EarlierEvent | null }) {
  if (!original) return null;
  return (
    <Banner
      isStrip
      tone="warn"
      title={copyWords(original)}
      actions={
        <Link
          to="/visits/$eventId"
          params={{ eventId: original.eventId }}
          className={buttonClass("quiet", "small")}
        >
          Show that visit
        </Link>
      }
    />
  );
}
