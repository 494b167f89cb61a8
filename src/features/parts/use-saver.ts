import { useEffect, useState } from "react";
import { useWhenLeaving } from "#room/ui/use-when-leaving.ts";
import { Saver } from "./saver.ts";

/** Saves what is typed on a page shortly after each `soon()`, and when the page is left. */
export function useSaver(save: () => Promise<unknown>): Saver {
  const [saver] = useState(() => new Saver());
  useEffect(() => saver.use(save));
  useWhenLeaving(saver.flush, { isUnsaved: saver.isUnsaved });
  return saver;
}
