import { afterEach, beforeEach, expect } from "vitest";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";

export const minute = 60_000;
export const hour = 60 * minute;
export const verify = "/json/reply/DiagnosisVerifyRequest";

/** A server for each test of a file, and calls to it. */
export function serverOfEach() {
  let server: TestServer | undefined;
  const running = () => {
    if (!server) throw new Error("no server yet");
    return server;
  };
  beforeEach(async () => {
    server = await startTestServer({ ALLOWED_ORIGINS: "https://desk.example" });
  });
  afterEach(() => running().stop());
  return {
    get server() {
      return running();
    },
    auth(body: Record<string, unknown>, headers: Record<string, string> = {}) {
      return running().post("/auth", body, headers);
    },
    /** 401 without a session, 400 with one: the empty body fails validation. */
    async isSignedIn(headers: Record<string, string>): Promise<boolean> {
      const answer = await running().post(verify, {}, headers);
      expect([400, 401]).toContain(answer.status);
      return answer.status === 400;
    },
  };
}
