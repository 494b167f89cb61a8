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
import { mailSettings } from "./direct/mail-settings.ts";
import { trustedProxies, type TrustsProxy } from "./http/trusted-proxies.ts";
import { firstUsers, firstUsersForm, repeatedIn } from "./sessions/first-users.ts";

/** How large the bodies of requests may be. */
const limitSettings = {
  messageBytes: setting({
    variable: "MAX_MESSAGE_BYTES",
    help: "Maximum body size of SendMessage",
    schema: orElse(byteSize, 64 * 1024 ** 2),
  }),
  chargeBytes: setting({
    variable: "MAX_CHARGE_BYTES",
    help: "Maximum body size of auto-charge",
    schema: orElse(byteSize, 8 * 1024 ** 2),
  }),
  bodyBytes: setting({
    variable: "MAX_BODY_BYTES",
    help: "Maximum body size of other operations",
    schema: orElse(byteSize, 64 * 1024),
  }),
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
  host: setting({ variable: "HOST", help: "Address to listen on", schema: orElse(plainText, "127.0.0.1") }),
  port: setting({
    variable: "PORT",
    help: "Port to listen on; 0 takes a free one",
    schema: orElse(wholeNumber(0, 65_535), 8080),
  }),
  ...processSettings,
  databaseUrl: setting({
    variable: "DATABASE_URL",
    help: "The database: file:PATH (SQLite) or postgres://…",
    schema: orElse(
      reads("file:PATH or postgres://…", (text) =>
        /^(file:.|:memory:$|postgres(ql)?:\/\/.)/.test(text) ? text : undefined,
      ),
      "file:data/console.db",
    ),
    secret: true,
  }),
  readDatabaseUrl: setting({
    variable: "READ_DATABASE_URL",
    help: "A replica of a PostgreSQL database, from which the overview and reports are read",
    schema: orNothing(
      reads("postgres://…", (text) => (/^postgres(ql)?:\/\/./.test(text) ? text : undefined)),
    ),
    absent: "the database itself",
    secret: true,
  }),
  firstUser: setting({
    variable: "FIRST_USER",
    help: "Users of an empty store, as name:password:address, separated by ;",
    schema: orNothing(reads(firstUsersForm, firstUsers)),
    absent: "the server prints an address for creating the first administrator",
    secret: true,
  }),
  basePath: setting({
    variable: "BASE_PATH",
    help: "Path prefix for all routes of the API, such as a release number",
    schema: orElse(basePath, ""),
    absent: "none",
  }),
  allowedOrigins: setting({
    variable: "ALLOWED_ORIGINS",
    help: "Other origins whose pages may call the API",
    schema: orElse<readonly string[]>(origins, []),
    absent: "none",
  }),
  publicUrl: setting({
    variable: "PUBLIC_URL",
    help: "Address at which browsers reach this server, needed behind a proxy for OpenID Connect",
    schema: orNothing(webAddress),
    absent: "the address of the request",
  }),
  upstreamUrl: setting({
    variable: "UPSTREAM_URL",
    help: "Address of a real service: serve only the console, and forward API calls to it",
    schema: orNothing(webAddress),
    absent: "the API is served here",
  }),
  upstreamRepeatedEvents: setting({
    variable: "UPSTREAM_REPEATED_EVENTS",
    help: "Whether that service creates only one invoice for a repeated event: safe or unknown",
    schema: orElse(
      reads("safe or unknown", (text) => (["safe", "unknown"] as const).find((word) => word === text)),
      "unknown",
    ),
  }),
  sessionIdleMinutes: setting({
    variable: "SESSION_IDLE_MINUTES",
    help: "Minutes without a call after which a session ends",
    schema: orElse(wholeNumber(1, 90 * days), 30),
  }),
  sessionHours: setting({
    variable: "SESSION_HOURS",
    help: "Hours after which a session ends in any case",
    schema: orElse(wholeNumber(1, 90 * 24), 12),
  }),
  rememberMeDays: setting({
    variable: "REMEMBER_ME_DAYS",
    help: "Days after which a remembered session ends; 0 removes Remember me",
    schema: orElse(wholeNumber(0, 365), 14),
  }),
  rememberMeIdleDays: setting({
    variable: "REMEMBER_ME_IDLE_DAYS",
    help: "Days without a call after which a remembered session ends",
    schema: orElse(wholeNumber(1, 365), 3),
  }),
  userFailures: setting({
    variable: "SIGN_IN_FAILURES_PER_USER",
    help: "Failed sign-ins per user name before it must wait",
    schema: orElse(wholeNumber(1, 1_000_000), 10),
  }),
  addressFailures: setting({
    variable: "SIGN_IN_FAILURES_PER_ADDRESS",
    help: "Failed sign-ins per address before it must wait",
    schema: orElse(wholeNumber(1, 1_000_000), 100),
  }),
  failureMinutes: setting({
    variable: "SIGN_IN_WINDOW_MINUTES",
    help: "Minutes over which failed sign-ins are counted",
    schema: orElse(wholeNumber(1, days), 15),
  }),
  secondFactorRoles: setting({
    variable: "SECOND_FACTOR",
    help: "Roles that require a second factor, such as administrator,lead; anyone can set one up",
    schema: orElse<readonly Role[]>(secondFactorRoles, []),
    absent: "none",
  }),
  auditKey: setting({
    variable: "AUDIT_KEY",
    help: "Key that authenticates the head of the audit log, so that the database's owner cannot forge it",
    schema: orNothing(reads("at least 16 characters", (text) => (text.length >= 16 ? text : undefined))),
    absent: "no key",
    secret: true,
  }),
  ...dataKeySettings,
  digest: setting({
    variable: "DIGEST",
    help: "Offer digest sign-in to users who have it enabled",
    schema: orElse(yesOrNo, false),
  }),
  digestMd5: setting({
    variable: "DIGEST_MD5",
    help: "Accept MD5 as well as SHA-256 in digest sign-in",
    schema: orElse(yesOrNo, false),
  }),
  openIdProviders: setting({
    variable: "OPENID_PROVIDERS",
    help: "OpenID Connect providers by name; each has OPENID_<NAME>_ISSUER, _CLIENT_ID, _CLIENT_SECRET",
    schema: orElse<readonly string[]>(providerNames, []),
    absent: "none",
  }),
  openAutoCharge: setting({
    variable: "OPEN_AUTO_CHARGE",
    help: "Accept auto-charge without a session, from a trusted rules engine",
    schema: orElse(yesOrNo, false),
  }),
  openDiagnosisVerify: setting({
    variable: "OPEN_DIAGNOSIS_VERIFY",
    help: "Answer DiagnosisVerify without a session",
    schema: orElse(yesOrNo, false),
  }),
  visitLeaseMinutes: setting({
    variable: "VISIT_LEASE_MINUTES",
    help: "Minutes for which a user has a visit after taking it; each renewing call starts them again",
    schema: orElse(wholeNumber(1, days), 30),
  }),
  clinicTimeZone: setting({
    variable: "CLINIC_TIME_ZONE",
    help: "Time zone of the clinic, whose days the overview and the queue show, such as America/New_York",
    schema: orElse(timeZone, zoneHere()),
    absent: "the server's own",
  }),
  ...mailSettings,
  ...limitSettings,
  ...backupSettings,
  ...trailSettings,
  tlsCert: setting({
    variable: "TLS_CERT",
    help: "PEM file of the certificate chain",
    schema: orNothing(plainText),
    absent: "plain HTTP",
  }),
  tlsKey: setting({
    variable: "TLS_KEY",
    help: "PEM file of its private key",
    schema: orNothing(plainText),
    absent: "plain HTTP",
  }),
  trustProxy: setting({
    variable: "TRUST_PROXY",
    help: "Trust X-Forwarded-* headers from proxies: their number (yes means one), or their addresses and networks",
    schema: orElse<TrustsProxy | false>(
      reads("no, the number of proxies in front, or their addresses, such as 10.0.0.0/8", trustedProxies),
      false,
    ),
    absent: "no",
  }),
  allowPlainHttp: setting({
    variable: "ALLOW_PLAIN_HTTP",
    help: "Allow listening beyond loopback without TLS (only behind a proxy that terminates TLS)",
    schema: orElse(yesOrNo, false),
  }),
  logLevel: setting({
    variable: "LOG_LEVEL",
    help: "Log level: silent, fatal, error, warn, info or debug",
    schema: orElse(logLevel, "info"),
  }),
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
