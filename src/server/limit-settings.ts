import { byteSize, orElse, setting } from "./setting.ts";

/** How large the bodies of requests may be. */
export const limitSettings = {
  messageBytes: setting({
    variable: "MAX_MESSAGE_BYTES",
    help: "Maximum body size of SendMessage",
    schema: orElse(byteSize, 64 * 1024 ** 2),
  }),
  chargeBytes: setting({
    variable: "MAX_CHARGE_BYTES",
    help: "Maximum body size of auto-charge",
    schema: orElse(byteSize, 8 * 1024 ** 2),
  }),
  bodyBytes: setting({
    variable: "MAX_BODY_BYTES",
    help: "Maximum body size of other operations",
    schema: orElse(byteSize, 64 * 1024),
  }),
} as const;
