import { dateOfWire } from "#room/contract/primitives/wire-date-time.ts";
import { daysOfPractice } from "#room/features/names/clinic-days.ts";
import { clinicTimes } from "#room/features/names/clinic-times.ts";
import { useNames } from "#room/features/names/names-now.ts";
import type { SheetScope } from "./sheet-scope.ts";

/** By the clock that the sheet’s days are by: a practice may have its own. */
export function useSheetTimes({ practice }: SheetScope): (at: string) => string {
  const times = clinicTimes(daysOfPractice(useNames(), practice));
  return (at) => times.toSecond(dateOfWire(at) ?? new Date(0));
}
