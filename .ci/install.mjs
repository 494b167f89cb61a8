// Installs what the project needs and does not have yet. Plain Node: it runs before any package is installed.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's root folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const lock = join(root, "package-lock.json");
const installedLock = join(root, "node_modules", ".installed-lock.json");

/** Runs a program in the project's folder with its output shown; returns whether it succeeded. */
export function run(program, args, env = {}) {
  const result = spawnSync(program, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
  return result.status === 0;
}

/** Installs the packages of package-lock.json, unless exactly these are installed. */
export function installPackages() {
  if (existsSync(installedLock) && readFileSync(installedLock).equals(readFileSync(lock))) return;
  console.log("Installing packages…");
  if (!run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"])) {
    console.error("The packages could not be installed. Is the npm registry reachable?");
    process.exit(1);
  }
  cpSync(lock, installedLock);
}

function found(command) {
  const result = spawnSync("sh", ["-c", `command -v ${command}`], { encoding: "utf8" });
  return result.status === 0 ? result.stdout.trim() : undefined;
}

function installedChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named && existsSync(named)) return named;
  // The headless shell is the same browser without windows: a test takes half the CPU time.
  const commands = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
  return commands.map(found).find((path) => path !== undefined);
}

async function playwrightChromium() {
  const { chromium } = await import("playwright");
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

/** The path of a Chromium: one already installed, else Playwright's own, else Debian's through apt if root. */
export async function installChromium() {
  const present = installedChromium() ?? (await playwrightChromium());
  if (present) return present;
  console.log("Installing a Chromium for the browser tests…");
  if (run("npx", ["playwright", "install", "--with-deps", "chromium"])) {
    const own = await playwrightChromium();
    if (own) return own;
  }
  if (process.getuid?.() === 0 && run("apt-get", ["update", "-qq"])) {
    const install = (name) =>
      run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], {
        DEBIAN_FRONTEND: "noninteractive",
      });
    if (!install("chromium-headless-shell")) install("chromium");
  }
  const debian = installedChromium();
  if (debian) return debian;
  console.error("No Chromium could be installed. Name one by CHROMIUM_PATH.");
  process.exit(1);
}
