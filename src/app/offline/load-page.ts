import { lazyRouteComponent } from "@tanstack/react-router";
import { loadCode } from "#room/api/load-code.ts";

/** A lazily loaded page; offline, it loads by itself once the network is back. */
export function loadPage<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(() => loadCode(load), name);
}
