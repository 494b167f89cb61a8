// npm run bench [-- name …]: runs each e2e/bench/<name>.bench.ts in turn against the built product.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./install.mjs";

const { runnerImport } = await import("vite");
const folder = join(root, "e2e", "bench");
const wanted = process.argv.slice(2);
const files = readdirSync(folder)
  .filter((file) => file.endsWith(".bench.ts"))
  .filter((file) => wanted.length === 0 || wanted.some((name) => file === `${name}.bench.ts`));

const { module: report } = await runnerImport(join(folder, "measure.ts"), { root, configFile: false });
for (const file of files) {
  console.log(`\n${file}`);
  const { module } = await runnerImport(join(folder, file), { root, configFile: false });
  for (const measure of await module.bench()) console.log(`  ${report.describeMeasure(measure)}`);
}
process.exit(0);
