import { existsSync } from "node:fs";

const installed = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** How Chromium is started here, for tests and benches alike: as root it runs without its own sandbox, and it asks nobody outside. */
export const chromiumLaunch = {
  executablePath: process.env["CHROMIUM_PATH"] ?? installed.find((path) => existsSync(path)) ?? "chromium",
  args: [
    "--no-sandbox",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};
