import { clinicToday } from "#room/api/clinic-today.ts";
import { RangeDialog, type RangeDialogProps } from "./range-dialog.tsx";
import { readRange } from "./service-filter.ts";

export function ServiceDialog(props: Pick<RangeDialogProps, "onChoose" | "onClose">) {
  return (
    <RangeDialog
      {...props}
      title="Dates of service"
      isDate
      from={{ label: "From" }}
      to={{ label: "To", hint: "Leave it empty for one day." }}
      read={(from, to) => readRange(from, to, clinicToday())}
    />
  );
}
