import { type ComponentType, type ReactNode, Suspense } from "react";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { loadAhead } from "./load-ahead.ts";
import { loadPart } from "./load-part.ts";

/** A part of a page that is not shown from the start: its code loads in idle time, or when it is shown. */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  comes: ReactNode = <Spinner />,
): ComponentType<Props> {
  const Part = loadPart(load, PartMissing, loadAhead);
  return function LatePart(props: Props) {
    return (
      <Suspense fallback={comes}>
        <Part {...props} />
      </Suspense>
    );
  };
}

/** In place of a part that the service no longer has. */
function PartMissing() {
  return (
    <Banner
      tone="warn"
      role="status"
      title="This couldn’t be loaded"
      actions={<Button onClick={() => location.reload()}>Reload page</Button>}
    >
      The console was updated after you opened it.
    </Banner>
  );
}
