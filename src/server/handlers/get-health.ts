import type { Handler } from "#room/server/handler.ts";
import { healthChecks } from "#room/server/health/health-checks.ts";
import { wireInstant } from "./visit-answer.ts";

/** How the server is. */
export const getHealth: Handler<"getHealth"> = async (_request, context) => ({
  at: wireInstant(context.now().getTime()),
  checks: await healthChecks(context),
});
