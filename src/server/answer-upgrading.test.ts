import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { answerUpgrading } from "./answer-upgrading.ts";
import { builtSideProgram } from "./aside/test-side-program.ts";
import { portOf } from "./direct/test-loopback.ts";

/** Asks from another process while this one waits for it, as for a long statement of SQLite. */
function askWhileHeld(address: string, bytes?: number) {
  const program = `
    const init = ${bytes === undefined ? "{}" : `{ method: "POST", body: "x".repeat(${bytes}) }`};
    const ask = () => fetch("${address}", init).catch(() => wait(50).then(ask));
    const wait = require("node:timers/promises").setTimeout;
    ask().then(async (answer) => console.log(JSON.stringify(
      [answer.status, answer.headers.get("retry-after"), await answer.json()])));`;
  return JSON.parse(execFileSync(process.execPath, ["-e", program], { encoding: "utf8", timeout: 30_000 }));
}

test("an upgrading server responds while its thread is held", async () => {
  const program = await builtSideProgram("src/server/upgrading-answerer.ts");
  const app = createServer().listen(0, "127.0.0.1");
  await once(app, "listening");
  const port = portOf(app);
  const place = { host: "127.0.0.1", port, tlsCert: undefined, tlsKey: undefined };
  // A place that is taken does not keep from upgrading.
  await (
    await answerUpgrading(place, program)
  )();
  app.close();
  await once(app, "close");
  const stop = await answerUpgrading(place, program);
  const url = `http://127.0.0.1:${port}`;
  expect(askWhileHeld(`${url}/health`)).toEqual([200, "10", { status: "upgrading" }]);
  expect(askWhileHeld(`${url}/Ready/?now`)).toEqual([503, "10", { status: "upgrading" }]);
  const refusal = { responseStatus: { errorCode: "ServiceUnavailable" } };
  expect(askWhileHeld(`${url}/api/ListVisitsRequest`, 12_000_000)).toMatchObject([503, "10", refusal]);
  await stop();
  app.listen(port, "127.0.0.1");
  await once(app, "listening");
  app.close();
});
