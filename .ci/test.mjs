// npm test: installs what is needed, then runs format, lint, types, unit and server tests, the build, and browser
// tests. Every step runs, even after a failed one; the last line counts passes and failures.
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browserFailures, describeFailures, unitFailures } from "./failures.mjs";
import { installChromium, installPackages, root, run } from "./install.mjs";

installPackages();
const chromium = await installChromium();
const reports = mkdtempSync(join(scratchPlace(), "visit-charge-test-"));
// PostgreSQL runs as another user.
chmodSync(reports, 0o711);
process.env.TMPDIR = reports;
const started = Date.now();
let passed = 0;
let failed = 0;
/** Repeated at the very end, since the rest of a long log may be cut. */
const failures = [];

/** Memory, where it is plenty: the tests make a thousand databases, and on a disk their files are a quarter of the unit tests' work. */
function scratchPlace() {
  const memory = "/dev/shm";
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  const room = Math.min(bavail * bsize, process.availableMemory());
  return room > 4 * 2 ** 30 ? memory : tmpdir();
}

function step(name, ok) {
  if (ok) passed += 1;
  else {
    failed += 1;
    failures.push({ file: name, title: "", message: "See its output above." });
  }
  console.log(`${ok ? "ok" : "FAILED"}  ${name}  (${Math.round((Date.now() - started) / 1000)} s)`);
}

function read(file) {
  const path = join(reports, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

/** Counts a runner's tests; a runner that failed without a failed test counts as one failure. */
function count(name, ok, tests, found) {
  passed += tests.passed;
  failed += tests.failed;
  failures.push(...found);
  if (!ok && tests.failed === 0) {
    failed += 1;
    if (found.length === 0) failures.push({ file: name, title: "", message: "See its output above." });
  }
  console.log(`${ok ? "ok" : "FAILED"}  ${name}: ${tests.passed} passed, ${tests.failed} failed`);
}

function npx(...args) {
  return run("npx", ["--no-install", ...args]);
}

// In parallel with the static checks, which leave a core idle.
const build = spawn("npm", ["run", "--silent", "build"], { cwd: root, stdio: "inherit" });
const built = new Promise((resolve) => build.once("exit", (code) => resolve(code === 0)));

step("format", npx("oxfmt", "--check"));
step("lint", run("npm", ["run", "--silent", "lint"]));
step("types", npx("tsc", "-b"));
step("measures of the source", run("node", [".ci/measures.mjs"]));
step("licences", run("node", [".ci/licences.mjs"]));
step("build", await built);

const unitOk = npx(
  "vitest",
  "run",
  "--reporter=dot",
  "--reporter=json",
  `--outputFile.json=${join(reports, "unit.json")}`,
);
const unit = read("unit.json");
count(
  "unit and server tests",
  unitOk,
  { passed: unit?.numPassedTests ?? 0, failed: unit?.numFailedTests ?? 0 },
  unitFailures(unit),
);

const browser = spawnSync("npx", ["--no-install", "playwright", "test", "-c", "e2e"], {
  cwd: root,
  stdio: "inherit",
  env: {
    ...process.env,
    CHROMIUM_PATH: chromium,
    // What it makes of the specs, by their content, is kept for the next run; TMPDIR is not.
    PLAYWRIGHT_TRANSFORM_CACHE_DIR: join(root, "node_modules", ".cache", "playwright"),
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, "browser.json"),
  },
});
const browserReport = read("browser.json");
const stats = browserReport?.stats;
count(
  "browser tests",
  browser.status === 0,
  { passed: stats?.expected ?? 0, failed: stats?.unexpected ?? 0 },
  browserFailures(browserReport),
);

rmSync(reports, { recursive: true, force: true });
for (const line of describeFailures(failures, root)) console.log(line);
console.log(`Took ${Math.round((Date.now() - started) / 1000)} s`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
