import { type DestinationStream, pino } from "pino";
import type { FastifyBaseLogger } from "fastify";
import { StoreUnavailable } from "./store/store-unavailable.ts";
import type { Settings } from "./settings.ts";

/**
 * The log: NDJSON on standard error, written asynchronously. Requests and errors are never logged whole: the fields to
 * log are named at each call, and contain no patient data, passwords or keys.
 */
export function createLog(
  { logLevel }: Pick<Settings, "logLevel">,
  destination: DestinationStream = pino.destination({ dest: 2, sync: false }),
): FastifyBaseLogger {
  return pino(
    {
      level: logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: {
        req: () => undefined,
        res: () => undefined,
        err: (error: unknown) =>
          error instanceof Error
            ? { kind: error.name, reason: error instanceof StoreUnavailable ? error.reason : undefined }
            : undefined,
      },
    },
    destination,
  );
}
