import { Button } from "#room/ui/button.tsx";
import { useTake } from "./use-take.ts";

/** The next step after finishing a visit; nothing when the service has no queue. */
export function TakeNextButton() {
  const take = useTake();
  if (!take) return null;
  return (
    <Button size="small" isBusy={take.isTaking} onClick={take.next} title="Take next (Alt+N)">
      Take next
    </Button>
  );
}
