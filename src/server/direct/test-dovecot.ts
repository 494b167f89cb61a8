import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testCertificate, testKey } from "./test-certificate.ts";
import { freePort, untilItListens } from "./test-loopback.ts";

/** Debian's `nobody`: dovecot does not read mail as root. */
const nobody = 65_534;

/** True if this machine has a dovecot we can configure, and we may start it. */
export function dovecotIsHere(): boolean {
  if (process.getuid?.() !== 0) return false;
  const { stdout, status } = spawnSync("dovecot", ["--version"], { encoding: "utf8" });
  return status === 0 && stdout.startsWith("2.3.");
}

function configOf(folder: string, port: number, tlsPort: number): string {
  return `
base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = ${folder}/log
protocols = imap
auth_failure_delay = 0
listen = 127.0.0.1
ssl = required
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
mail_location = maildir:${folder}/mail/%u
passdb {
  driver = static
  args = password=right
}
userdb {
  driver = static
  args = uid=${nobody} gid=${nobody} home=${folder}/mail/%u
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tlsPort}
    ssl = yes
  }
}
`;
}

/**
 * Debian's own IMAP server on loopback, with STARTTLS on one port and TLS on the other; every user's password is
 * "right".
 */
export async function startDovecot() {
  const folder = mkdtempSync(join(tmpdir(), "dovecot-"));
  chmodSync(folder, 0o755);
  const own = (path: string) => {
    mkdirSync(path, { recursive: true });
    chownSync(path, nobody, nobody);
  };
  own(join(folder, "mail"));
  mkdirSync(join(folder, "run"));
  writeFileSync(join(folder, "cert.pem"), testCertificate);
  writeFileSync(join(folder, "key.pem"), testKey);
  const [port, tlsPort] = [await freePort(), await freePort()];
  const config = join(folder, "dovecot.conf");
  writeFileSync(config, configOf(folder, port, tlsPort));
  const child = spawn("dovecot", ["-F", "-c", config], { stdio: "ignore" });
  await untilItListens(tlsPort);
  return {
    port,
    tlsPort,
    /** A folder for each user. */
    mailFolder: join(folder, "mail"),
    /** Puts a mail into a user's INBOX, as a delivery agent does. */
    put(user: string, name: string, source: Buffer): void {
      for (const part of ["", "new", "cur", "tmp"]) own(join(folder, "mail", user, part));
      const path = join(folder, "mail", user, "new", name);
      writeFileSync(path, source);
      chownSync(path, nobody, nobody);
    },
    /** The flags that dovecot stored for a mail, as letters: S seen, F flagged. */
    flagsOf(user: string, name: string): string {
      const file = readdirSync(join(folder, "mail", user, "cur")).find((one) => one.startsWith(name));
      return file?.split(":2,")[1] ?? "";
    },
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
