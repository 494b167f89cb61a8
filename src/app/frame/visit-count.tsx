import { useClinicToDo } from "#room/features/visits/clinic/use-clinic-counts.ts";
import { useVisitRecords } from "#room/features/workspace/workspace-context.ts";
import { formatCount } from "#room/ui/formats.ts";
import { RailCount } from "./rail-count.tsx";

/**
 * How many visits need work, at the clinic and in this browser; if the service keeps none, how many events this browser
 * has.
 */
function useVisitCount(): number {
  const { hasClinic, total } = useClinicToDo();
  const here = useVisitRecords().length;
  // Until the service has answered there is no number.
  return hasClinic ? (total ?? 0) : here;
}

export function VisitCount() {
  const count = useVisitCount();
  return <RailCount count={count} title={`${formatCount(count)} to do`} />;
}
