import type { Handler } from "#room/server/handler.ts";
import { healthChecks } from "#room/server/health/health-checks.ts";
import { wireInstant } from "./visit-answer.ts";

/** The server's health checks. */
export const getHealth: Handler<"getHealth"> = async (_request, context) => ({
  at: wireInstant(context.now().getTime()),
  checks: await healthChecks(context),
});
