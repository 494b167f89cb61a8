import Database from "libsql";
import { ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { memoryOf } from "./memory-of.ts";
import { type Bench, median } from "./measure.ts";

const signIns = 20_000;
const rounds = 20;
const day = 86_400_000;

/** Sessions of casey, as if each of that many sign-ins had happened today. */
function fillSessions(file: string): void {
  const database = new Database(file);
  const now = Date.now();
  database.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${signIns})
    insert into session (id_hash, user_id, created_at, last_seen_at, expires_at, remember, browser, began_by)
    select printf('%064x', i), user_id, ${now} - i * 1000, ${now} - i * 1000, ${now + day}, 0, 'Bench', 'credentials'
    from n, person where name = 'casey'`);
  database.close();
}

async function timeOf(wire: WireClient, userName: string, password: string): Promise<number> {
  const startedAt = performance.now();
  await wire.post("authenticate", { provider: "credentials", userName, password });
  return performance.now() - startedAt;
}

/** Signing in after 20,000 sign-ins: a known user name takes as long as an unknown one. */
export const bench: Bench = async () => {
  const server = new ServerProcess({ SIGN_IN_FAILURES_PER_ADDRESS: "100000" });
  try {
    await server.start();
    await server.stop();
    fillSessions(server.databaseFile);
    await server.start();
    const rest = memoryOf(server.pid);
    const wire = new WireClient(server.url);
    const times = { good: [] as number[], wrong: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      times.good.push(await timeOf(wire, "casey", "casey password 1"));
      // Only a few wrong passwords per name, since each name has its own limit.
      if (round < 4) times.wrong.push(await timeOf(wire, "robin", "not the password"));
      times.unknown.push(await timeOf(wire, `nobody${round}`, "not the password"));
    }
    return [
      { name: "server at rest, 20,000 sign-ins in its store", value: rest, unit: "MB", atMost: 110 },
      { name: "sign-in, right password", value: median(times.good), unit: "ms" },
      {
        name: "an unknown name, against a known one with a wrong password",
        value: median(times.unknown),
        unit: "ms",
        floor: median(times.wrong),
        atMost: 1.25,
        atLeast: 0.8,
      },
      { name: "server after them", value: memoryOf(server.pid), unit: "MB", atMost: 150 },
    ];
  } finally {
    await server.dispose();
  }
};
