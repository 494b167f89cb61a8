import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildEvent } from "#room/testing/builders.ts";
import { expect, needs, test } from "#e2e/fixtures.ts";
import { addressOf, ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";

needs("a server of ours");

/** The output of `npm run audit` on a server's store. */
function trailOf(server: ServerProcess, ...words: string[]): string {
  const tool = join(import.meta.dirname, "..", "..", "dist", "server", "audit.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool, ...words], {
    encoding: "utf8",
    env: { ...process.env, DATABASE_URL: `file:${server.databaseFile}` },
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

test("what was answered is in the trail after any end", async () => {
  const server = new ServerProcess();
  try {
    await server.start();
    const casey = new WireClient(server.url);
    await casey.signIn("casey");
    const session = { loggedInUser: "casey", sessionKey: casey.sessionId };
    const { messageId } = await casey.call("sendMessage", {
      ...session,
      email: { to: [addressOf("casey")], from: addressOf("casey"), subject: "To be read", textBody: "Text" },
    });
    const events = Array.from({ length: 40 }, (_, index) => buildEvent({ seed: index + 1 }));
    await Promise.all(events.map((event) => casey.call("chargeVisit", { AutoChargedEvent: event })));
    // The last answer before the end.
    await casey.call("getMessage", { ...session, messageId });
    await server.stop("SIGKILL");
    const trail = trailOf(server, "--since", "1h");
    for (const { eventId, visitCharged } of events)
      expect(trail).toContain(`event:${eventId}/visit:${visitCharged.visitId}`);
    expect(trail).toContain(`"action":"sent message","subject":"message:${messageId}"`);
    expect(trail).toContain(`"action":"read message","subject":"message:${messageId}"`);
    expect(trailOf(server, "--verify")).toContain("holds");

    const kept = `${server.databaseFile}.head`;
    const head = trailOf(server, "--head");
    writeFileSync(kept, head);
    expect(trailOf(server, "--verify", "--against", kept)).toContain("holds");
    // The copy of the trail kept elsewhere was longer.
    const { entries, ...rest }: { entries: number } = JSON.parse(head);
    writeFileSync(kept, JSON.stringify({ ...rest, entries: entries + 1 }));
    expect(() => trailOf(server, "--verify", "--against", kept)).toThrow(/The audit log is broken/);
    rmSync(kept);

    // What is written later than answered is written before a stopping server has ended.
    await server.start();
    await casey.signIn("casey");
    const codes = ["J02.9", "R05.9", "I10", "E11.9", "N39.0", "K52.9"];
    await Promise.all(codes.map((code) => casey.call("verifyDiagnosis", { code })));
    await server.stop("SIGTERM");
    const later = trailOf(server, "--since", "1h");
    for (const code of codes) expect(later).toContain(code);
    expect(trailOf(server, "--verify")).toContain("holds");
  } finally {
    await server.dispose();
  }
});
