import * as z from "zod/mini";
import { defineOperation, noFaults, withoutSession } from "#room/contract/operation.ts";
import { optional, text } from "#room/contract/primitives/rule.ts";
import { responseStatus } from "#room/contract/schemas/response-status.ts";

const member = optional(text(10_000));

/** Auth (interface 2.15, 2.16): credentials, digest or OAuth members in, a session out. */
export const authenticate = defineOperation({
  name: "Auth",
  ...withoutSession,
  request: z.looseObject({
    provider: member,
    state: member,
    oauth_token: member,
    oauth_verifier: member,
    userName: member,
    password: member,
    rememberMe: optional(z.boolean()),
    continue: member,
    nonce: member,
    uri: member,
    response: member,
    qop: member,
    nc: member,
    cnonce: member,
  }),
  response: z.looseObject({
    sessionId: optional(z.string()),
    userName: optional(z.string()),
    referrerUrl: optional(z.string()),
    responseStatus: optional(responseStatus),
  }),
  faults: noFaults,
});
