import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  build: { outDir: "dist/client", target: "es2023", sourcemap: false },
  test: { include: ["src/**/*.test.ts", "src/**/*.test.tsx"], restoreMocks: true },
});
