import { randomUUID } from "node:crypto";
import { operationKeys, registry } from "#room/contract/registry.ts";
import { productVersion } from "#room/server/product-version.ts";
import type { Settings } from "#room/server/settings.ts";

const mebibyte = 1024 ** 2;

/** Not shown by the interface: the limit of DataMotion's Direct service, which the interface resembles. */
const attachmentBytes = 32 * mebibyte;
const subjectLength = 255;

/** `/config.json`: what the console can rely on at this server, or at the service behind it. */
export function serviceConfig(
  settings: Settings,
  { isDemo, isLookAround = false }: { isDemo: boolean; isLookAround?: boolean },
) {
  const isUpstream = settings.upstreamUrl !== undefined;
  const extensions = operationKeys
    .map((key) => registry[key])
    .filter((operation) => "extension" in operation);
  const labels = settings.environment;
  return {
    apiBase: isUpstream ? "" : settings.basePath,
    repeatedEvents: isUpstream ? settings.upstreamRepeatedEvents : "safe",
    extensions: isUpstream ? [] : extensions.map((operation) => operation.name),
    limits: isUpstream
      ? {}
      : {
          sendMessageBody: settings.messageBytes,
          chargeVisitBody: settings.chargeBytes,
          attachment: attachmentBytes,
          subject: subjectLength,
          sessionIdleMs: settings.sessionIdleMinutes * 60_000,
        },
    ...(!isUpstream && { reachesOutside: settings.directSmtpUrl !== undefined }),
    signIn: {
      credentials: true,
      rememberMe: isUpstream || settings.rememberMeDays > 0,
      digest: !isUpstream && settings.digest,
      passkeys: !isUpstream,
      providers: isUpstream
        ? []
        : settings.openIdProviders.map((name) => ({
            name,
            label: labels[`OPENID_${name.toUpperCase()}_LABEL`] ?? name,
          })),
    },
    timeZone: settings.clinicTimeZone,
    version: productVersion(),
    demo: isDemo,
    // A demo's store is new each time, so it must not meet what browsers kept of an earlier one.
    ...(isDemo && { demoId: randomUUID() }),
    ...(isLookAround && { lookAround: true }),
  };
}
