import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "vite";

const root = join(import.meta.dirname, "..", "..");

/** In the place of the statements by which visits change: nothing is read or written. */
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
 * The server built as the product's, but for the visits of the queue, of which nothing is kept: what it does is what
 * auto-charge did before there was a queue. Gives the bundle and the way to remove it.
 */
export async function buildServerWithoutQueue(): Promise<{ bundle: string; remove: () => void }> {
  // Beside the product's own, so that it finds the same packages.
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
