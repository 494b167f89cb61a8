import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testCertificate, testKey } from "./test-certificate.ts";
import { untilItListens } from "./test-loopback.ts";

const program = "/usr/lib/postfix/sbin/master";
/** Debian's `nobody`, whose mailboxes they are. */
const nobody = 65_534;

const idOf = (name: string) => Number(spawnSync("id", ["-u", name], { encoding: "utf8" }).stdout);

/** True if this machine has Debian's postfix, and we may start it. */
export function postfixIsHere(): boolean {
  if (process.getuid?.() !== 0) return false;
  const { stdout, status } = spawnSync("postconf", ["-dh", "mail_version"], { encoding: "utf8" });
  return status === 0 && stdout.startsWith("3.") && idOf("postfix") > 0;
}

export interface PostfixOptions {
  /** The domain whose mailboxes it has. */
  readonly domain: string;
  readonly users: readonly string[];
  /** Where the mailboxes are: a folder for each address. */
  readonly mailFolder: string;
  /** The ports of other domains' servers on this machine. */
  readonly routes: Readonly<Record<string, number>>;
  readonly port: number;
}

function configOf(folder: string, { domain, users, mailFolder, routes }: PostfixOptions): string {
  const boxes = users.map((user) => `${user}@${domain}=${user}@${domain}/`).join(", ");
  const others = Object.entries(routes).map(([name, port]) => `${name}=smtp:[127.0.0.1]:${port}`);
  return `
compatibility_level = 3.6
myhostname = hisp.${domain}
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
queue_directory = ${folder}/queue
data_directory = ${folder}/data
virtual_mailbox_domains = ${domain}
virtual_mailbox_base = ${mailFolder}
virtual_mailbox_maps = inline:{${boxes}}
virtual_uid_maps = static:${nobody}
virtual_gid_maps = static:${nobody}
virtual_minimum_uid = 1
transport_maps = inline:{${others.join(", ")}}
smtpd_tls_security_level = may
smtpd_tls_chain_files = ${folder}/both.pem
smtpd_relay_restrictions = permit_mynetworks, reject
`;
}

const unix = (name: string, chroot = "n") => `${name} unix - - ${chroot} - - ${name}`;
const services = (port: number) => `
127.0.0.1:${port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
${["smtp", "error", "discard"].map((name) => unix(name)).join("\n")}
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
`;

const queues = "active bounce corrupt defer deferred flush hold incoming private saved trace".split(" ");

/** Debian's own SMTP server on loopback, with STARTTLS: of one domain, and for what goes out from this machine. */
export async function startPostfix(options: PostfixOptions) {
  const folder = mkdtempSync(join(tmpdir(), "postfix-"));
  chmodSync(folder, 0o755);
  const postfix = idOf("postfix");
  for (const path of ["etc", "queue", "data", "queue/pid", "queue/public", "queue/maildrop"])
    mkdirSync(join(folder, path));
  for (const name of queues) mkdirSync(join(folder, "queue", name), { mode: 0o700 });
  for (const path of ["data", "queue/public", "queue/maildrop", ...queues.map((name) => `queue/${name}`)])
    chownSync(join(folder, path), postfix, 0);
  writeFileSync(join(folder, "etc", "main.cf"), configOf(folder, options));
  writeFileSync(join(folder, "etc", "master.cf"), services(options.port));
  writeFileSync(join(folder, "both.pem"), `${testKey}\n${testCertificate}`, { mode: 0o600 });
  const child = spawn(program, ["-c", join(folder, "etc"), "-d"], {
    stdio: "ignore",
    env: { MAIL_CONFIG: join(folder, "etc"), PATH: process.env["PATH"] },
  });
  await untilItListens(options.port);
  return {
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
