import { usualDepth } from "#room/contract/strict-json/json-fault.ts";
import { byteSize, orElse, setting, wholeNumber } from "./setting.ts";

/** Limits on amounts, sizes, times and rates: what one caller may use of the server. */
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
  bodyDepth: setting({
    variable: "MAX_BODY_DEPTH",
    help: "Maximum nesting depth of a body",
    schema: orElse(wholeNumber(8, 1000), usualDepth),
  }),
  bodySeconds: setting({
    variable: "BODY_SECONDS",
    help: "Seconds within which a request must have arrived",
    schema: orElse(wholeNumber(1, 3600), 300),
  }),
  searchesPerMinute: setting({
    variable: "SEARCHES_PER_MINUTE",
    help: "Code searches per minute and session",
    schema: orElse(wholeNumber(1, 1e9), 1200),
  }),
  messagesPerMinute: setting({
    variable: "MESSAGES_PER_MINUTE",
    help: "Messages sent per minute and session",
    schema: orElse(wholeNumber(1, 1e9), 300),
  }),
  importsPerMinute: setting({
    variable: "IMPORTS_PER_MINUTE",
    help: "Code files checked or imported per minute and session",
    schema: orElse(wholeNumber(1, 1e9), 60),
  }),
  keyCallsPerMinute: setting({
    variable: "KEY_CALLS_PER_MINUTE",
    help: "Calls per minute and API key",
    schema: orElse(wholeNumber(1, 1e9), 6000),
  }),
  signInsPerMinute: setting({
    variable: "SIGN_INS_PER_MINUTE",
    help: "Sign-ins per minute and address, successful or not",
    schema: orElse(wholeNumber(1, 1e9), 600),
  }),
  sessionsPerAddress: setting({
    variable: "BUSY_SESSIONS_PER_ADDRESS",
    help: "How many sessions' worth of calls one address may make",
    schema: orElse(wholeNumber(1, 1e6), 20),
  }),
} as const;
