import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { compressPlugin } from "./src/server/compress-plugin.ts";
import { serverPlugin } from "./src/server/vite-plugin.ts";

const commands = join(import.meta.dirname, "src", "server", "cli");

/** The server's programs: the process itself, and each command-line tool. */
function serverEntries(): Record<string, string> {
  const tools = readdirSync(commands).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  return Object.fromEntries([
    ["main", "src/server/main.ts"],
    ...tools.map((file) => [basename(file, ".ts"), join(commands, file)]),
  ]);
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), serverPlugin(), compressPlugin()],
  build: isSsrBuild
    ? {
        outDir: "dist/server",
        target: "node20",
        ssr: true,
        copyPublicDir: false,
        rolldownOptions: { input: serverEntries() },
      }
    : {
        outDir: "dist/client",
        target: "es2023",
        // The first browsers that know light-dark(); an older target would have it rewritten.
        cssTarget: ["chrome123", "firefox120", "safari17.5"],
        // One sheet: of several, the first to load would set the order of the cascade layers.
        cssCodeSplit: false,
      },
  server: { port: 5173, strictPort: false },
  test: {
    include: ["src/**/*.test.ts", "src/**/*.test.tsx"],
    restoreMocks: true,
    globalSetup: "src/server/store/test-postgres-setup.ts",
  },
}));
