import { isLoopback } from "#room/server/loopback.ts";
import { type Settings, WrongSetting } from "#room/server/settings.ts";

export interface OpenIdSettings {
  /** The `provider` of Auth, in lowercase. */
  readonly name: string;
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  /**
   * Whether the provider must authenticate the user again and report when it did. Without it, anyone at a machine where
   * somebody is still signed in at the provider gets in.
   */
  readonly asksAnew: boolean;
}

function yesOrNoOf(variable: string, text: string): boolean {
  if (text === "" || /^yes$/i.test(text)) return true;
  if (/^no$/i.test(text)) return false;
  throw new WrongSetting(`${variable} must be yes or no, not '${text}'.`);
}

/** The providers of OPENID_PROVIDERS. Throws WrongSetting, which names the missing or invalid variable. */
export function openIdSettings({ openIdProviders, environment }: Settings): OpenIdSettings[] {
  return openIdProviders.map((name) => {
    const read = (suffix: string) => environment[`OPENID_${name.toUpperCase()}_${suffix}`]?.trim() ?? "";
    const needed = (suffix: string) => {
      const text = read(suffix);
      if (text === "")
        throw new WrongSetting(
          `OPENID_${name.toUpperCase()}_${suffix} must be given, as ${name} is one of OPENID_PROVIDERS.`,
        );
      return text;
    };
    const issuer = needed("ISSUER");
    const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
    // Over plain HTTP anyone on the network path could sign in as anyone.
    if (!url || (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname))))
      throw new WrongSetting(
        `OPENID_${name.toUpperCase()}_ISSUER must be an https address (http on this machine alone), not '${issuer}'.`,
      );
    return {
      name: name.toLowerCase(),
      issuer: url,
      clientId: needed("CLIENT_ID"),
      clientSecret: needed("CLIENT_SECRET"),
      asksAnew: yesOrNoOf(`OPENID_${name.toUpperCase()}_ASK_ANEW`, read("ASK_ANEW")),
    };
  });
}
