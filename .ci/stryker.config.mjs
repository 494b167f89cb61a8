// npm run mutate [-- --mutate FILE,…]: turns operators and conditions round one at a time, and counts which the unit tests notice.
// What is known of unchanged files and tests is reused: a first run over all rooms takes hours, a file takes minutes.

/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
export default {
  testRunner: "vitest",
  // It would rewrite ours through a part of TypeScript that version 7 no longer has.
  tsconfigFile: "none",
  plugins: ["@stryker-mutator/vitest-runner", "./.ci/score-by-room.mjs"],
  ignorePatterns: ["/test-results", "/dist"],
  mutate: [
    "src/{billing,contract,workspace,server}/**/*.ts",
    "!src/**/*.test.ts",
    "!src/**/test-*.ts",
    "!src/server/store/migrations/**",
  ],
  // Words on the screen and in logs have tests of their own.
  mutator: { excludedMutations: ["StringLiteral", "ObjectLiteral"] },
  // What is computed once, at import, needs a fresh process for each.
  ignoreStatic: true,
  coverageAnalysis: "perTest",
  concurrency: 2,
  timeoutMS: 20_000,
  incremental: true,
  incrementalFile: "node_modules/.cache/stryker/incremental.json",
  // Not below test-results, which a browser test empties: what is left of the mutants would count as survived.
  tempDirName: ".stryker-tmp",
  reporters: ["clear-text", "progress-append-only", "json", "score-by-room"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: "node_modules/.cache/stryker/report.json" },
  thresholds: { break: null, high: 90, low: 80 },
};
