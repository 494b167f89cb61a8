import { folderFault } from "#room/server/health/start-checks.ts";
import { isLoopback } from "./loopback.ts";
import { type Settings, WrongSetting } from "./settings.ts";

/** Passwords and patient data would cross the network in the clear. */
function checkTransport({ host, tlsCert, allowPlainHttp }: Settings): void {
  if (isLoopback(host) || tlsCert !== undefined || allowPlainHttp) return;
  throw new WrongSetting(
    `HOST is ${host}, which others can reach, and plain HTTP would show them passwords and patient data: give TLS_CERT and TLS_KEY, or set ALLOW_PLAIN_HTTP=yes behind a proxy that ends TLS.`,
  );
}

/** Each call would be passed on to this server again, until nothing can be opened any more. */
function checkUpstream({ host, port, publicUrl, upstreamUrl }: Settings): void {
  if (upstreamUrl === undefined) return;
  const { protocol, hostname, port: named } = new URL(upstreamUrl);
  const isOurPort = Number(named || (protocol === "https:" ? 443 : 80)) === port;
  // On one address of the machine, others of it may be another program's.
  const isOnLoopback = isLoopback(host) || host === "0.0.0.0" || host === "::";
  const isOurHost = hostname === host || (isOnLoopback && isLoopback(hostname));
  if (upstreamUrl === publicUrl || (isOurPort && isOurHost))
    throw new WrongSetting(
      `UPSTREAM_URL is ${upstreamUrl}, which is this server itself; give the service's own address.`,
    );
}

/** What cannot be written is found out before it is needed. */
function checkFolders({ backupFolder, trailExportFolder }: Settings): void {
  const folders = { BACKUP_FOLDER: backupFolder, TRAIL_EXPORT_FOLDER: trailExportFolder };
  for (const [variable, folder] of Object.entries(folders)) {
    const fault = folder === undefined ? undefined : folderFault(folder);
    if (fault !== undefined) throw new WrongSetting(`${variable} names ${fault}.`);
  }
}

/** Throws `WrongSetting` where one by itself would make the server unsafe or useless. */
export function checkStart(settings: Settings): void {
  checkTransport(settings);
  checkUpstream(settings);
  checkFolders(settings);
}
