import { Button } from "#room/ui/button.tsx";
import { useTakeNext } from "./use-take-next.ts";

/** The next step after finishing a visit; nothing when the service has no queue. */
export function TakeNextButton() {
  const next = useTakeNext();
  if (!next) return null;
  return (
    <Button size="small" isBusy={next.isTaking} onClick={next.takeNext} title="Take next (Alt+N)">
      Take next
    </Button>
  );
}
