import { availableParallelism } from "node:os";
import { defineConfig } from "playwright/test";
import { chromiumLaunch } from "./chromium.ts";

const reportFile = process.env["PLAYWRIGHT_JSON_OUTPUT_FILE"];

/** Pages of one context have one process; see `SharedContext`. */
const oneProcess = ["--renderer-process-limit=1", "--disable-site-isolation-trials"];

/** Each page opened anew is optimized anew, which costs a tenth of a run; the longest calculation of a test is no slower without. */
const unoptimized = "--js-flags=--no-maglev --no-turbofan";

export default defineConfig({
  testDir: "specs",
  globalSetup: "./store-template.ts",
  outputDir: "../test-results",
  fullyParallel: true,
  // One more than cores: with as many, a sixth of their time passed waiting.
  workers: availableParallelism() + 1,
  // Limits, not waits: they are long enough for a busy machine, since nothing is tried twice.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: reportFile ? [["line"], ["json", { outputFile: reportFile }]] : [["list"]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    timezoneId: "America/New_York",
    trace: "off",
    // Animations cost a tenth of a run, and taking screenshots a fiftieth; a failure has its page as text.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "off",
    launchOptions: { ...chromiumLaunch, args: [...chromiumLaunch.args, ...oneProcess, unoptimized] },
  },
});
