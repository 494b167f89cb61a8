import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ownPractices, useMay } from "#room/api/account.ts";
import { OperationRefused } from "#room/api/failures.ts";
import { operationMutation } from "#room/api/operation-query.ts";
import { serviceNow } from "#room/api/service-clock.ts";
import { useNames } from "#room/features/names/names-now.ts";
import type { DaySheet } from "#room/contract/schemas/day-sheet.ts";
import { daysOfPractice } from "#room/features/names/clinic-days.ts";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { Button } from "#room/ui/button.tsx";
import { toast } from "#room/ui/toast-store.ts";
import styles from "./figures.module.css";
import { daysWords, isPartOfSheet, type SheetScope } from "./sheet-scope.ts";

const CloseDayDialog = lateDialog(async () => (await import("./close-day-dialog.tsx")).CloseDayDialog);

interface CloseDayProps {
  readonly scope: SheetScope;
  /** Undefined while there is none to close: the button keeps its room, so that no link moves under the pointer. */
  readonly sheet: Pick<DaySheet, "figuresMark"> | undefined;
}

/** Closes the day of a sheet, for its practice or for all; a question comes first. */
export function CloseDay({ scope, sheet }: CloseDayProps) {
  const client = useQueryClient();
  const names = useNames();
  /** The sheet that was seen when the question came: it is read anew behind it. */
  const [asked, setAsked] = useState<typeof sheet>();
  const close = useMutation(operationMutation("closeDay"));
  const mayClose = useMay("close-days");
  const { from, to, practice } = scope;
  if (!mayClose || from !== to || isPartOfSheet(scope)) return null;
  // All practices are closed by who sees all of them.
  if (!practice && ownPractices().length > 0) return null;
  const run = () =>
    close.mutate(
      {
        day: from,
        ...(practice && { practiceId: practice }),
        ...(asked?.figuresMark && { figuresMark: asked.figuresMark, dateOf: scope.by ?? "charge" }),
      },
      {
        onError: (error) => {
          if (!(error instanceof OperationRefused) || error.code !== "DayChanged") return;
          setAsked(undefined);
          toast({
            title: "The figures changed meanwhile: nothing was closed",
            detail: "Look at them again.",
            tone: "warn",
          });
          void client.invalidateQueries({ queryKey: ["getDaySheet"] });
        },
        onSuccess: () => {
          setAsked(undefined);
          toast({ title: `${daysWords(scope)} is closed`, tone: "ok" });
          void client.invalidateQueries({ queryKey: ["getDaySheet"] });
        },
      },
    );
  const ask = () => {
    close.reset();
    setAsked(sheet);
  };
  return (
    <>
      <span className={sheet ? undefined : styles.waits}>
        <Button onClick={ask}>Close the day…</Button>
      </span>
      {asked ? (
        <CloseDayDialog
          day={daysWords(scope)}
          of={practice ? names.words("practice", practice) : "all practices"}
          isOver={from < daysOfPractice(names, practice).dateOf(serviceNow())}
          error={close.error}
          isBusy={close.isPending}
          onDo={run}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </>
  );
}
