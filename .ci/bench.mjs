// npm run bench [-- name …]: runs each e2e/bench/<name>.bench.ts in turn against the built product.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./install.mjs";

const { createServer, createServerModuleRunner } = await import("vite");
// It stays open while a bench runs: the product loads some of its code when that is first used.
const vite = await createServer({
  root,
  configFile: false,
  appType: "custom",
  logLevel: "error",
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, watch: null, ws: false },
});
const runner = createServerModuleRunner(vite.environments.ssr, { hmr: false });
const folder = join(root, "e2e", "bench");
const wanted = process.argv.slice(2);
const files = readdirSync(folder)
  .filter((file) => file.endsWith(".bench.ts"))
  .filter((file) => wanted.length === 0 || wanted.some((name) => file === `${name}.bench.ts`));

const report = await runner.import(join(folder, "measure.ts"));
for (const file of files) {
  console.log(`\n${file}`);
  const module = await runner.import(join(folder, file));
  for (const measure of await module.bench()) console.log(`  ${report.describeMeasure(measure)}`);
}
process.exit(0);
