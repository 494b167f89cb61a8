import { useForm, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { clinicToday } from "#room/api/clinic-today.ts";
import { clinicDays } from "#room/features/names/clinic-days.ts";
import { dayAfter } from "#room/billing/read-day.ts";
import { wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import { FormDate } from "#room/features/forms/form-date.tsx";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import styles from "./action-dialogs.module.css";
import { laterDay } from "./later-day.ts";
import { type AskProps, ActionDialog } from "./action-dialog.tsx";

const snoozeForm = z
  .object({ until: z.enum(["tomorrow", "day", "event"]), day: z.string() })
  .check(({ value, issues }) => {
    const message = value.until === "day" ? laterDay(value.day, clinicToday()).fault : undefined;
    if (message !== undefined) issues.push({ code: "custom", input: value, path: ["day"], message });
  });
type Snooze = z.output<typeof snoozeForm>;

function instantOf({ until, day }: Snooze, today: string): string | undefined {
  if (until === "event") return undefined;
  const chosen = until === "day" ? laterDay(day, today).day : dayAfter(today);
  return wireDateTimeOf(clinicDays().hourOf(chosen ?? dayAfter(today), 8));
}

const choices = [
  ["tomorrow", "Tomorrow, 8:00 AM"],
  ["day", "Another day"],
  ["event", "When the visit is updated"],
] as const;
const usualSnooze: Snooze = { until: "tomorrow", day: "" };

interface SnoozeProps extends AskProps<string | undefined> {
  readonly news: readonly string[];
}

/** Until a day, or until a new event. */
export function SnoozeDialog({ news, onClose, run }: SnoozeProps) {
  const form = useForm({ defaultValues: usualSnooze, resolver: formResolver(snoozeForm) });
  const { register, control } = form;
  const isDay = useWatch({ control, name: "until" }) === "day";
  return (
    <ActionDialog
      title="Snooze visit"
      action="Snooze"
      form={form}
      onClose={onClose}
      run={(values) => run(instantOf(values, clinicToday()))}
      news={news}
      startsInField
    >
      <fieldset className={styles.choices}>
        <legend>Snooze until</legend>
        {choices.map(([value, words]) => (
          <label key={value}>
            <input type="radio" value={value} {...register("until")} /> {words}
          </label>
        ))}
      </fieldset>
      {isDay ? (
        <FormDate control={control} name="day" label="Day" hint="For example 12/1" meant="future" />
      ) : null}
      <p>It comes back to the queue at that time, or earlier if the visit is updated.</p>
    </ActionDialog>
  );
}
