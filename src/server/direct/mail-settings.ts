import { orElse, orNothing, plainText, reads, setting, wholeNumber } from "#room/server/setting.ts";

const mailService = (form: string, scheme: RegExp) =>
  orNothing(reads(form, (text) => (scheme.test(text) && URL.canParse(text) ? text : undefined)));

/** The connections for mail to and from elsewhere. */
export const mailSettings = {
  directSmtpUrl: setting(
    "DIRECT_SMTP_URL",
    "Mail to other domains: smtps://user:password@host, smtp://",
    mailService("smtps://user:password@host:port or smtp://…", /^smtps?:\/\//i),
    { absent: "refused", secret: true },
  ),
  directImapUrl: setting(
    "DIRECT_IMAP_URL",
    "Mail from there: imaps://user:password@host",
    mailService("imaps://user:password@host:port", /^imaps?:\/\//i),
    { absent: "not fetched", secret: true },
  ),
  directPollSeconds: setting(
    "DIRECT_POLL_SECONDS",
    "Seconds between checks for new mail there",
    orElse(wholeNumber(1, 86_400), 30),
  ),
  directTlsCa: setting(
    "DIRECT_TLS_CA",
    "PEM file of the authority of both mail servers' certificates",
    orNothing(plainText),
    {
      absent: "public",
    },
  ),
} as const;
