// npm run long: what `npm test` tries a few times and always alike, here often and elsewhere. LONG_SEED repeats a run.
import { installChromium, run } from "./install.mjs";

const seed = process.env.LONG_SEED ?? String(Date.now() % 2 ** 31);
const seeds = ["EXPIRY_SEED", "HANDS_SEED", "KILL_SEED", "KILLED_SEED", "PROPERTY_SEED", "WALK_SEED"];
const often = {
  EXPIRY_RUNS: "3",
  HANDS_RUNS: "5000",
  HOSTILE_RUNS: "2000",
  KILL_TURNS: "64",
  KILLED_RUNS: "10",
  PASTE_RUNS: "1500",
  SHEET_VISITS: "7500",
  SOAK_SECONDS: "300",
  STORY_RUNS: "50",
  WALK_RUNS: "20",
};
const env = {
  CHROMIUM_PATH: await installChromium(),
  ...Object.fromEntries(seeds.map((name) => [name, seed])),
  ...often,
  ...process.env,
};
console.log(`LONG_SEED=${seed}`);
const unit = ["one-story", "paste-walk", "day-sheets", "reports", "findings-follow-draft", "hostile"];
const browser = [
  "expiry",
  "editor-drafts",
  "fee-walk",
  "form-walk",
  "killed-server",
  "plain-grid",
  "random-hands",
  "several-processes",
];
const results = [
  run("npx", ["--no-install", "vitest", "run", "--testTimeout=3600000", ...unit], env),
  run("npm", ["run", "--silent", "build"]),
  run("npx", ["--no-install", "playwright", "test", "-c", "e2e", ...browser], env),
];
process.exit(results.every(Boolean) ? 0 : 1);
