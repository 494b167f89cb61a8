import { existsSync } from "node:fs";

const installed = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/**
 * How Chromium is started for tests and benches: without its sandbox when run as root, and without outside requests.
 */
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
