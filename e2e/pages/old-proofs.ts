import Database from "libsql";
import { expect, type Page } from "playwright/test";
import type { ServerProcess } from "#e2e/server-process.ts";

/** A call that asks again who it is: 404 while a proof holds, since there is no such passkey. */
const removeNothing = () =>
  fetch("/json/reply/RemoveFactorRequest", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ passkeyId: "none" }),
  }).then((answer) => answer.status);

/** As ten minutes later: what asks again who it is, asks. Until the server has read the session anew. */
export async function proofsAreOld(page: Page, server: ServerProcess): Promise<void> {
  const store = new Database(server.databaseFile);
  store.exec("pragma busy_timeout = 5000");
  store.exec("update session set proved_at = proved_at - 600000");
  store.close();
  await expect.poll(() => page.evaluate(removeNothing)).toBe(403);
}
