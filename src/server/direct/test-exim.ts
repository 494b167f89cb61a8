import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testCertificate, testKey } from "./test-certificate.ts";
import { freePort, untilItListens } from "./test-loopback.ts";

/** Not on everyone's PATH. */
const exim = "/usr/sbin/exim4";

/**
 * Debian's `nobody` if the tests run as root, otherwise the current user: exim never runs as root with a configuration
 * of ours.
 */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const uid = isRoot ? nobody : (process.getuid?.() ?? nobody);
const gid = isRoot ? nobody : (process.getgid?.() ?? nobody);

/** True if this machine has Debian's exim with TLS and Maildir. */
export function eximIsHere(): boolean {
  const { stdout, status } = spawnSync(exim, ["-C", "/dev/null", "-bV"], { encoding: "utf8" });
  return (
    status === 0 &&
    /^Exim version 4\.9/m.test(stdout) &&
    /GnuTLS|OpenSSL/.test(stdout) &&
    stdout.includes("/maildir")
  );
}

/**
 * Sign-in is required, and offered only under TLS. `nobody@` is refused permanently, `full@` is returned after it was
 * accepted; everything is refused while the file `busy` exists.
 */
function configOf(folder: string, port: number, tlsPort: number): string {
  return `
exim_user = ${uid}
exim_group = ${gid}
primary_hostname = localhost
keep_environment =
spool_directory = ${folder}/spool
log_file_path = ${folder}/%slog
pid_file_path = ${folder}/pid
local_interfaces = 127.0.0.1
daemon_startup_retries = 20
daemon_startup_sleep = 1s
daemon_smtp_ports = ${port} : ${tlsPort}
tls_on_connect_ports = ${tlsPort}
tls_advertise_hosts = *
tls_certificate = ${folder}/cert.pem
tls_privatekey = ${folder}/key.pem
auth_advertise_hosts = \${if def:tls_in_cipher{*}}
acl_smtp_rcpt = recipient
queue_only
deliver_drop_privilege
begin acl
recipient:
  deny !authenticated = *
  deny local_parts = nobody
    message = No such mailbox here
  defer condition = \${if exists{${folder}/busy}}
    message = Busy, come again
  accept
begin routers
full:
  driver = redirect
  local_parts = full
  allow_fail
  data = :fail: 5.2.2 The mailbox is full
all:
  driver = accept
  transport = maildir
begin transports
maildir:
  driver = appendfile
  maildir_format
  directory = ${folder}/mail
  envelope_to_add
  return_path_add
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_condition = \${if eq{$auth3}{right}}
  server_set_id = $auth2
`;
}

/**
 * Debian's own SMTP server on loopback, with STARTTLS on one port and TLS on the other; every user's password is
 * "right".
 */
export async function startExim() {
  const folder = mkdtempSync(join(tmpdir(), "exim-"));
  chownSync(folder, uid, gid);
  mkdirSync(join(folder, "mail", "new"), { recursive: true });
  for (const path of ["mail", "mail/new"]) chownSync(join(folder, path), uid, gid);
  const [port, tlsPort] = [await freePort(), await freePort()];
  const config = join(folder, "exim.conf");
  const files = {
    "exim.conf": configOf(folder, port, tlsPort),
    "cert.pem": testCertificate,
    "key.pem": testKey,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    // Its own process group, so that what it starts for a connection or delivery ends with it.
    child = spawn(exim, ["-C", config, "-bdf"], {
      stdio: "ignore",
      detached: true,
      uid,
      gid,
    });
    await untilItListens(tlsPort);
  }

  async function stop(): Promise<void> {
    if (child?.pid === undefined) return;
    if (child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid, "SIGKILL");
      await once(child, "exit");
    }
    child = undefined;
  }

  await start();
  return {
    port,
    tlsPort,
    start,
    stop,
    setBusy(isBusy: boolean): void {
      if (isBusy) writeFileSync(join(folder, "busy"), "");
      else rmSync(join(folder, "busy"), { force: true });
    },
    /** Accepted mail, from the Maildir into which exim delivers it now. */
    mails(): Buffer[] {
      spawnSync(exim, ["-C", config, "-q"], { uid, gid });
      const newMail = join(folder, "mail", "new");
      return readdirSync(newMail).map((name) => readFileSync(join(newMail, name)));
    },
    async end(): Promise<void> {
      await stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
