import type * as z from "zod/mini";
import { zoneHere } from "#room/billing/clinic-days.ts";
import { isTimeZone } from "#room/contract/primitives/time-zone.ts";
import { isRole, type Role, roleNames } from "#room/contract/rights.ts";
import { trailSettings, processSettings, backupSettings, dataKeySettings } from "./process-settings.ts";
import {
  byteSize,
  orElse,
  setting,
  orNothing,
  plainText,
  reads,
  type Setting,
  webAddress,
  wholeNumber,
  providerNames,
  words,
  yesOrNo,
} from "./setting.ts";
import { type Limits, limits } from "./limits.ts";
import { mailSettings } from "#room/server/direct/mail-settings.ts";
import { trustedProxies, type TrustsProxy } from "#room/server/http/trusted-proxies.ts";
import { firstUsers, firstUsersForm, repeatedIn } from "#room/server/sessions/first-users.ts";

/** How large the bodies of requests may be. */
const limitSettings = {
  messageBytes: setting(
    "MAX_MESSAGE_BYTES",
    "Maximum body size of SendMessage",
    orElse(byteSize, 64 * 1024 ** 2),
  ),
  chargeBytes: setting(
    "MAX_CHARGE_BYTES",
    "Maximum body size of auto-charge",
    orElse(byteSize, 8 * 1024 ** 2),
  ),
  bodyBytes: setting("MAX_BODY_BYTES", "Maximum body size of other operations", orElse(byteSize, 64 * 1024)),
} as const;

const basePath = reads("a path such as /24_5", (text) =>
  /^(\/[\w.~-]+)*\/?$/.test(text) ? text.replace(/\/$/, "") : undefined,
);

const origins = words("origins such as https://console.example, separated by spaces", (word) => {
  return URL.canParse(word) && new URL(word).origin === word.toLowerCase();
});

const logLevel = reads("one of silent, fatal, error, warn, info, debug", (text) =>
  (["silent", "fatal", "error", "warn", "info", "debug"] as const).find((level) => level === text),
);

const timeZone = reads("a time zone such as America/New_York", (text) =>
  isTimeZone(text) ? text : undefined,
);

const days = 24 * 60;

const secondFactorRoles = reads(`roles, of ${roleNames.join(", ")}`, (text) => {
  const names = text.split(/[\s,]+/).filter((name) => name !== "");
  return names.every(isRole) ? names : undefined;
});

/** Every setting of the server, in the order of the help. Settings are read from the environment once, at start. */
export const settingList = {
  host: setting("HOST", "Address to listen on", orElse(plainText, "127.0.0.1")),
  port: setting("PORT", "Port to listen on; 0 takes a free one", orElse(wholeNumber(0, 65_535), 8080)),
  ...processSettings,
  databaseUrl: setting(
    "DATABASE_URL",
    "Database: file:PATH (SQLite) or postgres://…",
    orElse(
      reads("file:PATH or postgres://…", (text) =>
        /^(file:.|:memory:$|postgres(ql)?:\/\/.)/.test(text) ? text : undefined,
      ),
      "file:data/console.db",
    ),
    { secret: true },
  ),
  readDatabaseUrl: setting(
    "READ_DATABASE_URL",
    "PostgreSQL replica for the overview and reports",
    orNothing(reads("postgres://…", (text) => (/^postgres(ql)?:\/\/./.test(text) ? text : undefined))),
    { absent: "none", secret: true },
  ),
  firstUser: setting(
    "FIRST_USER",
    "Users of an empty store, name:password:address;…",
    orNothing(reads(firstUsersForm, firstUsers)),
    { absent: "set up in browser", secret: true },
  ),
  basePath: setting(
    "BASE_PATH",
    "Path before all routes of the API, such as a release number",
    orElse(basePath, ""),
    { absent: "none" },
  ),
  allowedOrigins: setting(
    "ALLOWED_ORIGINS",
    "Other origins whose pages may call the API",
    orElse<readonly string[]>(origins, []),
    { absent: "none" },
  ),
  publicUrl: setting("PUBLIC_URL", "Address at which browsers reach this server", orNothing(webAddress), {
    absent: "that of the request",
  }),
  upstreamUrl: setting(
    "UPSTREAM_URL",
    "Service to forward calls to: only the console is served here",
    orNothing(webAddress),
    { absent: "none" },
  ),
  upstreamRepeatedEvents: setting(
    "UPSTREAM_REPEATED_EVENTS",
    "Whether it charges repeated events once: safe or unknown",
    orElse(
      reads("safe or unknown", (text) => (["safe", "unknown"] as const).find((word) => word === text)),
      "unknown",
    ),
  ),
  sessionIdleMinutes: setting(
    "SESSION_IDLE_MINUTES",
    "Minutes without a call after which a session ends",
    orElse(wholeNumber(1, 90 * days), 30),
  ),
  sessionHours: setting(
    "SESSION_HOURS",
    "Hours after which a session ends in any case",
    orElse(wholeNumber(1, 90 * 24), 12),
  ),
  rememberMeDays: setting(
    "REMEMBER_ME_DAYS",
    "Days after which a remembered session ends; 0: no Remember me",
    orElse(wholeNumber(0, 365), 14),
  ),
  rememberMeIdleDays: setting(
    "REMEMBER_ME_IDLE_DAYS",
    "Days without a call after which a remembered session ends",
    orElse(wholeNumber(1, 365), 3),
  ),
  userFailures: setting(
    "SIGN_IN_FAILURES_PER_USER",
    "Failed sign-ins per user name before it must wait",
    orElse(wholeNumber(1, 1_000_000), 10),
  ),
  addressFailures: setting(
    "SIGN_IN_FAILURES_PER_ADDRESS",
    "Failed sign-ins per address before it must wait",
    orElse(wholeNumber(1, 1_000_000), 100),
  ),
  failureMinutes: setting(
    "SIGN_IN_WINDOW_MINUTES",
    "Minutes over which failed sign-ins are counted",
    orElse(wholeNumber(1, days), 15),
  ),
  secondFactorRoles: setting(
    "SECOND_FACTOR",
    "Roles that need a second factor, such as administrator,lead",
    orElse<readonly Role[]>(secondFactorRoles, []),
    { absent: "none" },
  ),
  auditKey: setting(
    "AUDIT_KEY",
    "Key of the audit log's head, so that nobody can forge it",
    orNothing(reads("at least 16 characters", (text) => (text.length >= 16 ? text : undefined))),
    { absent: "no key", secret: true },
  ),
  ...dataKeySettings,
  digest: setting("DIGEST", "Offer digest sign-in to users who have it enabled", orElse(yesOrNo, false)),
  digestMd5: setting("DIGEST_MD5", "Accept MD5 as well as SHA-256 in digest sign-in", orElse(yesOrNo, false)),
  openIdProviders: setting(
    "OPENID_PROVIDERS",
    "Each has OPENID_<NAME>_ISSUER, _CLIENT_ID and _CLIENT_SECRET",
    orElse<readonly string[]>(providerNames, []),
    { absent: "none" },
  ),
  openAutoCharge: setting(
    "OPEN_AUTO_CHARGE",
    "Accept auto-charge without a session, from a trusted engine",
    orElse(yesOrNo, false),
  ),
  openDiagnosisVerify: setting(
    "OPEN_DIAGNOSIS_VERIFY",
    "Answer DiagnosisVerify without a session",
    orElse(yesOrNo, false),
  ),
  visitLeaseMinutes: setting(
    "VISIT_LEASE_MINUTES",
    "Minutes for which a user has a visit after taking or renewing it",
    orElse(wholeNumber(1, days), 30),
  ),
  clinicTimeZone: setting(
    "CLINIC_TIME_ZONE",
    "The clinic's time zone: America/New_York …",
    orElse(timeZone, zoneHere()),
    { absent: "the server's own" },
  ),
  ...mailSettings,
  ...limitSettings,
  ...backupSettings,
  ...trailSettings,
  tlsCert: setting("TLS_CERT", "PEM file of the certificate chain", orNothing(plainText), {
    absent: "plain HTTP",
  }),
  tlsKey: setting("TLS_KEY", "PEM file of its private key", orNothing(plainText), { absent: "plain HTTP" }),
  trustProxy: setting(
    "TRUST_PROXY",
    "Proxies whose X-Forwarded-* count: how many, or their addresses",
    orElse<TrustsProxy | false>(
      reads("no, the number of proxies in front, or their addresses, such as 10.0.0.0/8", trustedProxies),
      false,
    ),
    { absent: "no" },
  ),
  allowPlainHttp: setting(
    "ALLOW_PLAIN_HTTP",
    "Listen beyond loopback without TLS, behind a proxy that ends it",
    orElse(yesOrNo, false),
  ),
  logLevel: setting(
    "LOG_LEVEL",
    "Log level: silent, fatal, error, warn, info or debug",
    orElse(logLevel, "info"),
  ),
} as const;

type List = typeof settingList;
type ValueOf<S> = S extends Setting<infer Schema> ? z.output<Schema> : never;

export type Settings = {
  readonly [K in keyof List]: ValueOf<List[K]>;
} & Limits & {
    /** The environment from which OPENID_<NAME>_… and the like are read. */
    readonly environment: Readonly<Record<string, string | undefined>>;
  };

/** An unusable setting; its message is the one sentence that the start prints. */
export class WrongSetting extends Error {}

/** Reads all settings; `others`: limits of a test. Throws WrongSetting, which names the first invalid one. */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
  others: Partial<Limits> = {},
): Settings {
  const values: Record<string, unknown> = { environment, ...limits, ...others };
  for (const [key, { variable, schema, secret }] of Object.entries<
    Setting<z.ZodMiniType<unknown, string | undefined>>
  >(settingList)) {
    const text = environment[variable];
    const result = schema.safeParse(text === undefined || text.trim() === "" ? undefined : text);
    if (!result.success) {
      const shown = secret === true ? "" : `, not '${text}'`;
      throw new WrongSetting(`${variable} ${result.error.issues[0]?.message ?? "is wrong"}${shown}.`);
    }
    values[key] = result.data;
  }
  // The loop above fills exactly the keys of the list, each with its schema's output.
  const settings = values as unknown as Settings;
  if ((settings.tlsCert === undefined) !== (settings.tlsKey === undefined))
    throw new WrongSetting("TLS_CERT and TLS_KEY must be given together.");
  const repeated = repeatedIn(settings.firstUser ?? []);
  if (repeated !== undefined) throw new WrongSetting(`FIRST_USER gives ${repeated} twice.`);
  if (settings.dataKey !== undefined && settings.dataKeyFile !== undefined)
    throw new WrongSetting("DATA_KEY and DATA_KEY_FILE must not be given together.");
  return settings;
}

/** The text of `--help`: the options, and every setting with its default. */
export function helpText(): string {
  const rows = Object.values(settingList).map(({ variable, help, schema, absent }) => {
    const preset: unknown = absent ?? schema.safeParse(undefined).data;
    const shown = preset === true ? "yes" : preset === false ? "no" : String(preset);
    return `  ${variable.padEnd(28)} ${help} (${shown})`;
  });
  return [
    "npm start [-- OPTION]",
    "",
    "Options",
    "  --help   show this help",
    "  --demo   run on a temporary store with two users and sample mail",
    "",
    "Settings, from environment variables (default in parentheses)",
    ...rows,
  ].join("\n");
}
