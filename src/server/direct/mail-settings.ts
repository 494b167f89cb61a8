import { orElse, orNothing, plainText, reads, setting, wholeNumber } from "#room/server/setting.ts";

/** The connections for mail to and from elsewhere. */
export const mailSettings = {
  directSmtpUrl: setting({
    variable: "DIRECT_SMTP_URL",
    help: "SMTP submission for mail to other domains: smtps://user:password@host or smtp:// with STARTTLS",
    schema: orNothing(
      reads("smtps://user:password@host:port or smtp://…", (text) =>
        /^smtps?:\/\//i.test(text) && URL.canParse(text) ? text : undefined,
      ),
    ),
    absent: "mail to other domains is refused",
    secret: true,
  }),
  directImapUrl: setting({
    variable: "DIRECT_IMAP_URL",
    help: "IMAP server (TLS) from which incoming mail is fetched: imaps://user:password@host",
    schema: orNothing(
      reads("imaps://user:password@host:port", (text) =>
        /^imaps?:\/\//i.test(text) && URL.canParse(text) ? text : undefined,
      ),
    ),
    absent: "no mail is fetched",
    secret: true,
  }),
  directPollSeconds: setting({
    variable: "DIRECT_POLL_SECONDS",
    help: "Seconds between checks for new mail at DIRECT_IMAP_URL",
    schema: orElse(wholeNumber(1, 86_400), 30),
  }),
  directTlsCa: setting({
    variable: "DIRECT_TLS_CA",
    help: "PEM file of the authority that issued the mail servers' certificates",
    schema: orNothing(plainText),
    absent: "public authorities",
  }),
} as const;
