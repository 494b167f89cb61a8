import { settingList } from "./settings.ts";

/** Shorter names are near to too many others: HOST to HOME. */
const leastLength = 6;

/** Settings of earlier versions. */
const former = [
  "MAX_BODY_DEPTH",
  "MAX_STRANGER_BYTES",
  "MAX_BYTES_UNDER_WAY",
  "MAX_BYTES_PER_ADDRESS",
  "MAX_BYTES_PER_SESSION",
  "BODY_SECONDS",
  "SEARCHES_PER_MINUTE",
  "MESSAGES_PER_MINUTE",
  "IMPORTS_PER_MINUTE",
  "KEY_CALLS_PER_MINUTE",
  "SIGN_INS_PER_MINUTE",
  "BUSY_SESSIONS_PER_ADDRESS",
  "MESSAGING_TIMEOUT_MS",
  "ENDED_SESSION_DAYS",
  "COMMON_PASSWORDS_FILE",
  "PRINT_FIRST_PASSWORD",
  "UPSTREAM_EXTENSIONS",
];

interface Needed {
  readonly given: string;
  readonly matches: RegExp;
}
const folder = { given: "BACKUP_FOLDER", matches: /\S/ };
/** What has an effect only with another setting. */
const needs: Readonly<Record<string, Needed>> = {
  BACKUP_HOURS: folder,
  BACKUP_KEEP: folder,
  TRAIL_EXPORT_FOLDER: { given: "TRAIL_KEEP_DAYS", matches: /[1-9]/ },
  DIGEST_MD5: { given: "DIGEST=yes", matches: /^(yes|true|on|1)$/i },
  DIRECT_POLL_SECONDS: { given: "DIRECT_IMAP_URL", matches: /\S/ },
  READ_DATABASE_URL: { given: "DATABASE_URL=postgres://…", matches: /postgres/ },
  UPSTREAM_REPEATED_EVENTS: { given: "UPSTREAM_URL", matches: /\S/ },
};

/**
 * Variables that were a setting once, nearly spell one, or lack another that they need, and so have no effect: a sentence for
 * each.
 */
export function settingsWithoutEffect(environment: Readonly<Record<string, string | undefined>>): string[] {
  const known: string[] = Object.values(settingList).map(({ variable }) => variable);
  return Object.keys(environment).flatMap((name) => {
    const needed = needs[name];
    const partner = environment[needed?.given.split("=")[0] ?? ""]?.trim() ?? "";
    const isOff = /^(no|false|off|0|)$/i.test(environment[name]?.trim() ?? "");
    if (needed && !isOff && !needed.matches.test(partner))
      return [`${name} has no effect without ${needed.given}.`];
    // Each provider has its own.
    if (former.includes(name))
      return [`${name} is no longer a setting and has no effect. You can remove it.`];
    if (known.includes(name) || /^OPENID_.+_(?:ISSUER|CLIENT_ID|CLIENT_SECRET)$/.test(name)) return [];
    const meant = known.find((one) => one.length >= leastLength && isNear(plain(name), plain(one)));
    return meant === undefined ? [] : [`${name} is not a setting and has no effect. Did you mean ${meant}?`];
  });
}

function plain(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z\d]/g, "");
}

/** The same but for one letter: another, one more, one less, or two exchanged. */
function isNear(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  const most = Math.min(one.length, other.length) - start;
  while (end < most && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  const isExchanged = left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
  return (left.length <= 1 && right.length <= 1) || isExchanged;
}
