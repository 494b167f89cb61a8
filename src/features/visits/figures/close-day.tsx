import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ownPractices, useMay } from "#room/api/account.ts";
import { serviceNow } from "#room/api/service-clock.ts";
import { describeFailure } from "#room/api/describe-failure.ts";
import { operationMutation } from "#room/api/operation-query.ts";
import { useNames } from "#room/features/names/names-now.ts";
import { daysOfPractice } from "#room/features/names/clinic-days.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { toast } from "#room/ui/toast-store.ts";
import { daysWords, type SheetScope } from "./sheet-scope.ts";

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
  const isOver = from < daysOfPractice(names, practice).dateOf(serviceNow());
  const of = practice ? names.words("practice", practice) : "all practices";
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
  const failure = close.error ? describeFailure(close.error) : undefined;
  return (
    <>
      <Button onClick={() => setIsAsked(true)}>Close the day…</Button>
      {isAsked ? (
        <Dialog
          title={`Close ${daysWords(scope)}?`}
          role="alertdialog"
          isRisky
          onClose={() => setIsAsked(false)}
          action={{ label: "Close the day", run, isBusy: close.isPending }}
        >
          {failure ? (
            <Banner tone="bad" title={failure.title}>
              {failure.advice}
            </Banner>
          ) : null}
          {isOver ? null : <p>This day isn’t over yet.</p>}
          <p>
            The day sheets of {of} are kept as they are now, by day charged and by date of service. Visits can
            still be charged; they are then listed as charged after closing.
          </p>
          <p>A closed day can’t be opened again.</p>
        </Dialog>
      ) : null}
    </>
  );
}
