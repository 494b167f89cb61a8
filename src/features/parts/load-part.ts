import { type ComponentType, lazy } from "react";
import { loadCode } from "#room/api/load-code.ts";

/** Stands where a part would whose build has gone. */
function Nothing() {
  return null;
}

/**
 * A part of a page whose code loads when it is shown. While the service cannot be reached it waits for it, under the
 * fallback of its `Suspense`; it never takes the page down. `Missing` is shown if the service no longer has its file.
 */
export function loadPart<Props>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType<Props> = Nothing,
) {
  return lazy(async () => ({ default: await loadCode(load).catch(() => Missing) }));
}
