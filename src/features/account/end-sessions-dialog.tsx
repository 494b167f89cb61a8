import { useMutation, useQueryClient } from "@tanstack/react-query";
import { describeFailure } from "#room/api/describe-failure.ts";
import { operationMutation } from "#room/api/operation-query.ts";
import type { OwnSession } from "#room/contract/operations/get-own-account.ts";
import { FailedAction } from "#room/ui/failed-action.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { toast } from "#room/ui/toast-store.ts";
import { endedWords } from "./session-words.ts";
import { browserOf } from "./browser-of.ts";

/** One other session, or all of them. */
export type Meant = OwnSession | "all";

interface EndDialogProps {
  readonly meant: Meant;
  readonly count: number;
  readonly onClose: () => void;
}

export function EndDialog({ meant, count, onClose }: EndDialogProps) {
  const client = useQueryClient();
  const end = useMutation(operationMutation("endSessions"));
  const failure = end.error ? describeFailure(end.error) : undefined;
  const go = () =>
    end.mutate(meant === "all" ? {} : { sessionId: meant.sessionId }, {
      onSuccess: ({ ended }) => {
        toast({ tone: "ok", title: ended === 0 ? "It had already ended" : endedWords(ended) });
        onClose();
      },
      onSettled: () => client.invalidateQueries({ queryKey: ["getOwnAccount"] }),
    });
  return (
    <Dialog
      title={meant === "all" ? `End ${count} other sessions?` : `End ${browserOf(meant)}?`}
      role="alertdialog"
      startsAtAction
      onClose={onClose}
      action={{
        label: meant === "all" ? "End them" : "End it",
        run: go,
        look: "danger",
        isBusy: end.isPending,
      }}
    >
      <p>
        Anyone using it will be asked for the password again. Drafts stay in that browser, encrypted, until
        you come back.
      </p>
      <FailedAction failure={failure} />
    </Dialog>
  );
}
