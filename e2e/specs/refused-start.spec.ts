import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, needs, test } from "#e2e/fixtures.ts";
import { program, run } from "#e2e/run-program.ts";
import { postgresPrograms, startPostgres } from "#room/server/store/test-postgres-cluster.ts";

needs("a server of ours");

/** One of each kind (the others: `check-start.test.ts`, `settings.test.ts`). PORT and a temporary store are set otherwise. */
const unusable: readonly [what: string, env: Record<string, string>, sentence: string][] = [
  ["plain HTTP for others", { HOST: "0.0.0.0" }, "HOST is 0.0.0.0, which others can reach"],
  [
    "an address of nobody before another program on its port",
    { HOST: "192.0.2.1", PORT: "4799", ALLOW_PLAIN_HTTP: "yes", UPSTREAM_URL: "http://127.0.0.1:4799" },
    "HOST is 192.0.2.1, which is no",
  ],
  [
    "no authority's certificate",
    { DIRECT_IMAP_URL: "imaps://a:b@127.0.0.1:1", DIRECT_TLS_CA: "/none" },
    "DIRECT_TLS_CA must name a file that can be read",
  ],
  [
    "a file of another kind",
    { DATABASE_URL: `file:${program}` },
    "which cannot be opened: file is not a database",
  ],
];

function expectRefusedStart(env: Record<string, string>, sentence: string): void {
  const usable = { PORT: "0", DATABASE_URL: ":memory:", FIRST_USER: "a:password 1:" };
  const { status, stderr, stdout } = run("main", [], { ...usable, ...env });
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(sentence);
  expect(stderr.trim().split("\n")).toHaveLength(1);
}

for (const [what, env, sentence] of unusable) {
  test(`a start with ${what} ends naming the setting`, () => {
    expectRefusedStart(env, sentence);
  });
}

test("a refused start leaves nothing alive on PostgreSQL", async () => {
  const programs = postgresPrograms();
  test.skip(programs === undefined, "PostgreSQL's programs are not on this machine");
  const cluster = await startPostgres(programs ?? "");
  try {
    const [, env = {}, sentence = ""] =
      unusable.find(([what]) => what === "no authority's certificate") ?? [];
    expectRefusedStart({ ...env, DATABASE_URL: cluster.url }, sentence);
  } finally {
    await cluster.stop();
  }
});

test("a start on a port that is taken says so", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  // A server that listens on TCP has an address with a port.
  const { port } = other.address() as AddressInfo;
  expectRefusedStart({ PORT: String(port) }, `PORT is ${port}, which another program has already taken`);
  other.close();
});

test("a word that is not known stops the start", () => {
  expect(run("main", ["--nope"]).stderr).toContain("--nope is not known");
});

test("--help lists the settings and starts nothing", () => {
  const { status, stdout } = run("main", ["--help"]);
  expect(status).toBe(0);
  for (const name of ["PORT", "DATABASE_URL", "FIRST_USER", "--demo"]) expect(stdout).toContain(name);
});
