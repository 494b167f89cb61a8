import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "vite";

const root = join(import.meta.dirname, "..", "..");

/** Replaces the statements that change visits: nothing is read or written. */
const nothing = `export const visitMembers = [];
export function prepareVisitQueries() {
  const none = async () => undefined;
  return { visitsOf: async () => [], putVisits: none, addVisitEvents: none, addCounts: none };
}`;

function keepNoVisits(): Plugin {
  return {
    name: "keep-no-visits",
    load: (id) => (id.endsWith("/store/visits/visit-queries.ts") ? nothing : undefined),
  };
}

/**
 * Builds the product's server without the visits of the queue, which is what auto-charge did before there was a queue.
 * Returns the bundle and a function that removes it.
 */
export async function buildServerWithoutQueue(): Promise<{ bundle: string; remove: () => void }> {
  // Next to the product's own, so that it resolves the same packages.
  const folder = mkdtempSync(join(root, "node_modules", ".queue-bench-"));
  await build({
    root,
    logLevel: "error",
    plugins: [keepNoVisits()],
    build: { ssr: true, outDir: folder, emptyOutDir: true },
  });
  return {
    bundle: join(folder, "main.js"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
