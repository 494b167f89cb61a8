import { defineHandler } from "#room/server/define-handler.ts";
import { healthChecks } from "#room/server/health/health-checks.ts";
import { wireInstant } from "./visit-answer.ts";

/** The server's health checks. */
export const getHealth = defineHandler("getHealth", {
  isCostly: true,
  audit: "none",
  handle: async (_request, context) => ({
    at: wireInstant(context.now().getTime()),
    checks: await healthChecks(context),
  }),
});
