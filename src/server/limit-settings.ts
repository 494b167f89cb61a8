import { usualDepth } from "#room/contract/strict-json/json-fault.ts";
import { byteSize, orElse, setting, wholeNumber } from "./setting.ts";

/** How much, how large, how slow and how often: what one caller may take of the server. */
export const limitSettings = {
  messageBytes: setting({
    variable: "MAX_MESSAGE_BYTES",
    help: "Largest body of SendMessage",
    schema: orElse(byteSize, 64 * 1024 ** 2),
  }),
  chargeBytes: setting({
    variable: "MAX_CHARGE_BYTES",
    help: "Largest body of auto-charge",
    schema: orElse(byteSize, 8 * 1024 ** 2),
  }),
  bodyBytes: setting({
    variable: "MAX_BODY_BYTES",
    help: "Largest body of any other operation",
    schema: orElse(byteSize, 64 * 1024),
  }),
  strangerBytes: setting({
    variable: "MAX_STRANGER_BYTES",
    help: "So much of a message is taken before its sessionKey is found in it",
    schema: orElse(byteSize, 1024 ** 2),
  }),
  allBytes: setting({
    variable: "MAX_BYTES_UNDER_WAY",
    help: "Bytes of all requests at once; callers who are not signed in share an eighth",
    schema: orElse(byteSize, 512 * 1024 ** 2),
  }),
  addressBytes: setting({
    variable: "MAX_BYTES_PER_ADDRESS",
    help: "Bytes of the requests of one address at once",
    schema: orElse(byteSize, 256 * 1024 ** 2),
  }),
  sessionBytes: setting({
    variable: "MAX_BYTES_PER_SESSION",
    help: "Bytes of the requests of one session at once",
    schema: orElse(byteSize, 192 * 1024 ** 2),
  }),
  bodyDepth: setting({
    variable: "MAX_BODY_DEPTH",
    help: "Deepest nesting of a body",
    schema: orElse(wholeNumber(8, 1000), usualDepth),
  }),
  bodySeconds: setting({
    variable: "BODY_SECONDS",
    help: "A body that takes longer than this must come at 64 KiB a second",
    schema: orElse(wholeNumber(1, 3600), 30),
  }),
  searchesPerMinute: setting({
    variable: "SEARCHES_PER_MINUTE",
    help: "Searches for codes that a session may ask for in a minute",
    schema: orElse(wholeNumber(1, 1e9), 1200),
  }),
  messagesPerMinute: setting({
    variable: "MESSAGES_PER_MINUTE",
    help: "Messages that a session may send in a minute",
    schema: orElse(wholeNumber(1, 1e9), 300),
  }),
  importsPerMinute: setting({
    variable: "IMPORTS_PER_MINUTE",
    help: "Files of codes that a session may try or import in a minute",
    schema: orElse(wholeNumber(1, 1e9), 60),
  }),
  keyCallsPerMinute: setting({
    variable: "KEY_CALLS_PER_MINUTE",
    help: "Calls that a program's key may make in a minute",
    schema: orElse(wholeNumber(1, 1e9), 6000),
  }),
  signInsPerMinute: setting({
    variable: "SIGN_INS_PER_MINUTE",
    help: "Sign-ins of one address in a minute, whether they succeed or not",
    schema: orElse(wholeNumber(1, 1e9), 600),
  }),
  sessionsPerAddress: setting({
    variable: "BUSY_SESSIONS_PER_ADDRESS",
    help: "One address may call as often as so many sessions",
    schema: orElse(wholeNumber(1, 1e6), 20),
  }),
} as const;
