import { lazyRouteComponent } from "@tanstack/react-router";
import { CodeMissing, loadCode } from "#room/api/load-code.ts";

/** A page that a new document does not bring either says so, instead of loading again and again. */
const againAfterMs = 60_000;

/**
 * Some browsers keep that a module once failed for as long as the document lives, so only a new one brings it. Whoever
 * opens a page has left the last one, and what was typed is saved.
 */
async function inNewDocument(error: unknown, name: string): Promise<never> {
  const mark = `reloaded:${name}`;
  const last = Number(sessionStorage.getItem(mark));
  if (!(error instanceof CodeMissing) || error.isOutdated || Date.now() - last < againAfterMs) throw error;
  sessionStorage.setItem(mark, String(Date.now()));
  location.reload();
  return new Promise(() => {});
}

export function loadPage<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(() => loadCode(load).catch((error: unknown) => inNewDocument(error, name)), name);
}
