import { useState } from "react";
import { Button } from "./button.tsx";

/** The first of a list, and the button that shows the others too, if there are any. */
export function useFew<T>(all: readonly T[], few: number) {
  const [showsAll, setShowsAll] = useState(false);
  const button = (
    <Button size="small" look="quiet" onClick={() => setShowsAll(!showsAll)}>
      {showsAll ? "Show fewer" : `Show all ${all.length}`}
    </Button>
  );
  return { shown: showsAll ? all : all.slice(0, few), more: all.length > few ? button : null };
}
