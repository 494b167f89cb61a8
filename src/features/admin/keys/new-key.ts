import * as z from "zod/mini";
import { clinicToday } from "#room/api/clinic-today.ts";
import { clinicDays } from "#room/features/names/clinic-days.ts";
import { dateOfDay, dayNumber } from "#room/billing/clinic-days.ts";
import { dayAfter } from "#room/billing/read-day.ts";
import { keyPresets } from "#room/contract/program-operations.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import { registry, type RequestOf } from "#room/contract/registry.ts";
import { keyLimits } from "#room/contract/schemas/program-key.ts";
import { atMost } from "#room/features/forms/form-resolver.ts";

export function dayIn(days: number): string {
  return dateOfDay(dayNumber(clinicToday()) + days);
}

/** The last second of that day by the clinic's clock. */
export function endOfDay(day: string): string {
  return wireDateTimeOf(new Date(clinicDays().startOf(dayAfter(day)) - 1000));
}

const othersOf = (text: string) => text.split(/[\s,;]+/).filter(Boolean);

export function presetValues(preset: string): Pick<NewKeyValues, "preset" | "name" | "operations"> {
  const known = keyPresets.find(({ name }) => name === preset);
  return {
    preset,
    name: known?.name ?? "",
    operations: known?.operations.map((key) => registry[key].name) ?? [],
  };
}

export function startValues(): NewKeyValues {
  return {
    ...presetValues("Rules engine"),
    practices: "all",
    chosen: [],
    others: "",
    expires: dayIn(keyLimits.usualDays),
  };
}

/** The last day a key is valid. */
export const expiryDay = z
  .string()
  .check(z.refine((day) => /^\d{4}-\d{2}-\d{2}$/.test(day), "Choose the day the key expires"))
  .check(
    z.refine(
      (day) => day >= dayIn(0) && day < dayIn(keyLimits.maxDays),
      "Choose a day within the next three years",
    ),
  );

export const newKeyForm = z
  .object({
    preset: z.string(),
    name: z
      .string()
      .check(z.refine((name) => name.trim() !== "", "Give the program a name"))
      .check(atMost(60))
      .check(z.refine((name) => !/[:;]/.test(name), "A name can’t contain : or ;")),
    operations: z.array(z.string()).check(z.minLength(1, "Choose what the program may do")),
    practices: z.enum(["all", "some"]),
    chosen: z.array(z.string()),
    /** IDs of unnamed practices, separated by spaces or commas. */
    others: z
      .string()
      .check(
        z.refine(
          (text) => othersOf(text).every((id) => canonicalGuid(id) !== undefined),
          "An ID has 32 digits and letters a to f",
        ),
      ),
    expires: expiryDay,
  })
  .check(
    z.refine(
      ({ practices, chosen, others }) =>
        practices === "all" || chosen.length > 0 || othersOf(others).length > 0,
      { message: "Choose at least one practice", path: ["practices"] },
    ),
  );

export type NewKeyValues = z.infer<typeof newKeyForm>;

export function newKeyRequest(values: NewKeyValues): RequestOf<"addKey"> {
  const { name, operations, practices, chosen, others, expires } = values;
  return {
    name: name.trim(),
    operations,
    practices: practices === "all" ? [] : [...chosen, ...othersOf(others)],
    expiresAt: endOfDay(expires),
  };
}
