import { useMutation, useQueryClient } from "@tanstack/react-query";
import { operationMutation } from "#room/api/operation-query.ts";
import { Failed } from "#room/features/parts/failed.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { toast } from "#room/ui/toast-store.ts";

export function DataKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const begin = useMutation({
    ...operationMutation("beginDataKey"),
    onSuccess: ({ keyId }) => {
      onClose();
      toast({ tone: "ok", title: `New data is encrypted with key ${keyId}` });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["getHealth"] }),
  });
  return (
    <Dialog
      title="Begin a new data key?"
      onClose={onClose}
      action={{ label: "Begin it", look: "danger", run: () => begin.mutate({}), isBusy: begin.isPending }}
    >
      <Failed error={begin.error} />
      <p>
        What is written from now on is encrypted with a new key. What is there stays readable, under the keys
        before. The key of the settings (DATA_KEY) stays the same.
      </p>
    </Dialog>
  );
}
