import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { useSaver } from "#room/features/parts/use-saver.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { type Workspace } from "#room/workspace/workspace.ts";
import { clinicToday } from "#room/api/clinic-today.ts";
import type { BatchRun } from "./batch-run.ts";
import { keptTextOf } from "./batch-text.ts";
import { readBatch } from "./read-batch.ts";

const batchForm = z.object({ text: z.string(), svcDate: z.string(), codeSystemName: z.string() });
/** The field says what is wrong with a day that cannot be read. */
const isDay = (day: string) => day === "" || calendarDateOf(day) !== undefined;
const runForm = z.extend(batchForm, {
  svcDate: z.string().check(z.refine(isDay, "Enter a date, as 10/01/2026.")),
});
type BatchDraft = z.output<typeof batchForm>;

const empty: BatchDraft = { text: "", svcDate: "", codeSystemName: "" };
const preference = "diagnosis.batch";
const maxKept = 200_000;

/** A user's verification run in this page load: it continues while another page is shown. */
const runs = new WeakMap<Workspace, BatchRun>();

/** Typed or pasted text, for as long as this page load lasts. */
const drafts = new WeakMap<Workspace, BatchDraft>();

/** The batch as it was left: typed codes survive a reload, and a run survives a visit to another page. */
export function useKeptBatch() {
  const workspace = useWorkspace();
  const [start] = useState(() => {
    const kept = drafts.get(workspace) ?? workspace.preferences.get()[preference];
    return batchForm.safeParse(kept).data ?? empty;
  });
  const form = useForm({ defaultValues: start, resolver: formResolver(runForm) });
  const [run, setRun] = useState(() => runs.get(workspace));

  const saver = useSaver(() => {
    const { text, ...rest } = form.getValues();
    // Never a patient's name: only the parts of the text that were recognized are stored beyond this page load.
    const kept = { ...rest, text: keptTextOf(readBatch(text, clinicToday())).slice(0, maxKept) };
    return workspace.preferences.update((values) => ({ ...values, [preference]: kept }));
  });
  const { subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          drafts.set(workspace, values);
          saver.soon();
        },
      }),
    [subscribe, saver, workspace],
  );
  const keep = () => void saver.flush().catch(() => undefined);

  return {
    form,
    keep,
    run,
    setRun(next: BatchRun): void {
      keep();
      runs.set(workspace, next);
      setRun(next);
    },
  };
}
