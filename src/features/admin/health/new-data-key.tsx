import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { describeFailure } from "#room/api/describe-failure.ts";
import { operationMutation } from "#room/api/operation-query.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { toast } from "#room/ui/toast-store.ts";

/** Begins a new data key, for what is written from now on. */
export function NewDataKey() {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const begin = useMutation({
    ...operationMutation("beginDataKey"),
    onSuccess: ({ keyId }) => {
      setOpen(false);
      toast({ tone: "ok", title: `New data is encrypted with key ${keyId}` });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["getHealth"] }),
  });
  return (
    <>
      <Button
        onClick={() => {
          begin.reset();
          setOpen(true);
        }}
      >
        New data key
      </Button>
      {isOpen ? (
        <Dialog
          title="Begin a new data key?"
          onClose={() => setOpen(false)}
          action={{ label: "Begin it", look: "danger", run: () => begin.mutate({}), isBusy: begin.isPending }}
        >
          {begin.error ? (
            <Banner tone="bad" role="alert" isFailure={false} title={describeFailure(begin.error).detail} />
          ) : null}
          <p>
            What is written from now on is encrypted with a new key. What is there stays readable, under the
            keys before. The key of the settings (DATA_KEY) stays the same.
          </p>
        </Dialog>
      ) : null}
    </>
  );
}
