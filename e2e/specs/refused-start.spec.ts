import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, needs, test } from "#e2e/fixtures.ts";
import { program, run } from "#e2e/run-program.ts";

needs("a server of ours");

/** What prevents a start, and the message that says so. PORT and a temporary store are set otherwise. */
const unusable: readonly [what: string, env: Record<string, string>, sentence: string][] = [
  ["a PORT that is no number", { PORT: "x" }, "PORT must be a whole number from 0 to 65535, not 'x'."],
  ["plain HTTP for others", { HOST: "0.0.0.0" }, "HOST is 0.0.0.0, which others can reach"],
  [
    "another machine's address",
    { HOST: "192.0.2.1", ALLOW_PLAIN_HTTP: "yes" },
    "HOST is 192.0.2.1, which is no",
  ],
  [
    "itself as the service behind it",
    { PORT: "4799", UPSTREAM_URL: "http://localhost:4799" },
    "UPSTREAM_URL is http://localhost:4799, which is this server itself",
  ],
  [
    "itself on every address as that service",
    { HOST: "0.0.0.0", PORT: "4799", ALLOW_PLAIN_HTTP: "yes", UPSTREAM_URL: "http://127.0.0.1:4799" },
    "UPSTREAM_URL is http://127.0.0.1:4799, which is this server itself",
  ],
  [
    "an address of nobody before another program on its port",
    { HOST: "192.0.2.1", PORT: "4799", ALLOW_PLAIN_HTTP: "yes", UPSTREAM_URL: "http://127.0.0.1:4799" },
    "HOST is 192.0.2.1, which is no",
  ],
  [
    "its public address as that service",
    { PUBLIC_URL: "https://visits.example/", UPSTREAM_URL: "https://visits.example" },
    "UPSTREAM_URL is https://visits.example, which is this server itself",
  ],
  ["no certificate", { TLS_CERT: "/none", TLS_KEY: "/none" }, "TLS_CERT must name a file that can be read"],
  [
    "a wrong certificate",
    { TLS_CERT: program, TLS_KEY: program },
    "TLS_CERT and TLS_KEY must be a certificate",
  ],
  ["a provider without issuer", { OPENID_PROVIDERS: "desk" }, "OPENID_DESK_ISSUER must be given"],
  [
    "a folder that cannot be",
    { DATABASE_URL: "file:/proc/none/a.db" },
    "DATABASE_URL names the file /proc/none/a.db",
  ],
  ["an unusable backup folder", { BACKUP_FOLDER: "/proc/none" }, "BACKUP_FOLDER names the folder /proc/none"],
  [
    "an unusable folder of old entries",
    { TRAIL_EXPORT_FOLDER: "/proc/none" },
    "TRAIL_EXPORT_FOLDER names the folder /proc/none",
  ],
  [
    "no authority's certificate",
    { DIRECT_IMAP_URL: "imaps://a:b@127.0.0.1:1", DIRECT_TLS_CA: "/none" },
    "DIRECT_TLS_CA must name a file that can be read",
  ],
  ["a name given twice", { FIRST_USER: "a:password 1:;A:password 2:" }, "FIRST_USER gives the name A twice."],
  [
    "a file of another kind",
    { DATABASE_URL: `file:${program}` },
    "which cannot be opened: file is not a database",
  ],
  [
    "no PostgreSQL there",
    { DATABASE_URL: "postgres://127.0.0.1:1/x" },
    "DATABASE_URL names a database that does not",
  ],
  [
    "several hosts of PostgreSQL",
    { DATABASE_URL: "postgres://a:b,c@127.0.0.1:1,127.0.0.1:2/x" },
    "DATABASE_URL names several hosts; give one address",
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
