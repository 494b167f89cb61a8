import Database from "libsql";
import { expect, type Page } from "playwright/test";
import type { ServerProcess } from "#e2e/server-process.ts";

/** A call that requires a recent proof of identity: 404 while the proof is valid, since there is no such passkey. */
const removeNothing = () =>
  fetch("/json/reply/RemoveFactorRequest", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ passkeyId: "none" }),
  }).then((answer) => answer.status);

/**
 * As if ten minutes had passed, so that recent proof is required again. Returns once the server has read the session
 * again.
 */
export async function proofsAreOld(page: Page, server: ServerProcess): Promise<void> {
  const store = new Database(server.databaseFile);
  store.exec("pragma busy_timeout = 5000");
  store.exec("update session set proved_at = proved_at - 600000");
  store.close();
  await expect.poll(() => page.evaluate(removeNothing)).toBe(403);
}
