import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ownPractices, useMay } from "#room/api/account.ts";
import { operationMutation } from "#room/api/operation-query.ts";
import { serviceNow } from "#room/api/service-clock.ts";
import { useNames } from "#room/features/names/names-now.ts";
import { daysOfPractice } from "#room/features/names/clinic-days.ts";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { Button } from "#room/ui/button.tsx";
import { toast } from "#room/ui/toast-store.ts";
import { daysWords, type SheetScope } from "./sheet-scope.ts";

const CloseDayDialog = lateDialog(async () => (await import("./close-day-dialog.tsx")).CloseDayDialog);

/** Closes the day of a sheet, for its practice or for all; a question comes first. */
export function CloseDay({ scope }: { readonly scope: SheetScope }) {
  const client = useQueryClient();
  const names = useNames();
  const [isAsked, setIsAsked] = useState(false);
  const close = useMutation(operationMutation("closeDay"));
  const mayClose = useMay("close-days");
  const { from, to, practice, provider, payer, person, code } = scope;
  const isNarrowed = [provider, payer, person, code].some((given) => given !== undefined);
  if (!mayClose || from !== to || isNarrowed) return null;
  // All practices are closed by who sees all of them.
  if (!practice && ownPractices().length > 0) return null;
  const run = () =>
    close.mutate(
      { day: from, ...(practice && { practiceId: practice }) },
      {
        onSuccess: () => {
          setIsAsked(false);
          toast({ title: `${daysWords(scope)} is closed`, tone: "ok" });
          void client.invalidateQueries({ queryKey: ["getDaySheet"] });
        },
      },
    );
  return (
    <>
      <Button onClick={() => setIsAsked(true)}>Close the day…</Button>
      {isAsked ? (
        <CloseDayDialog
          day={daysWords(scope)}
          of={practice ? names.words("practice", practice) : "all practices"}
          isOver={from < daysOfPractice(names, practice).dateOf(serviceNow())}
          error={close.error}
          isBusy={close.isPending}
          onDo={run}
          onClose={() => setIsAsked(false)}
        />
      ) : null}
    </>
  );
}
