import { contractNow } from "./contract.ts";
import type { OperationKey } from "#room/contract/registry.ts";
import { type SignInWays, type ServiceConfig, defaultConfig } from "./config-members.ts";

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" ? { ...value } : {};
const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);
const flagOf = (value: unknown) => (typeof value === "boolean" ? value : undefined);
const numberOf = (value: unknown) => (typeof value === "number" ? value : undefined);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function providersOf(value: unknown): SignInWays["providers"] {
  return listOf(value).flatMap((each) => {
    const { name, label } = membersOf(each);
    return typeof name === "string" ? [{ name, label: textOf(label) ?? name }] : [];
  });
}

/** Parses the configuration; absent or unknown members get safe defaults. Not zod, because sign-in waits for it. */
export function parseConfig(text: string): ServiceConfig {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return defaultConfig;
  }
  const file = membersOf(json);
  const limits = membersOf(file["limits"]);
  const signIn = membersOf(file["signIn"]);
  const extensionNames = listOf(file["extensions"]).filter((name) => typeof name === "string");
  const { signIn: usual } = defaultConfig;
  const apiBase = (textOf(file["apiBase"]) ?? "").replace(/\/+$/, "");
  return {
    apiBase,
    repeatedEvents: file["repeatedEvents"] === "safe" ? "safe" : "unknown",
    extensions: keysOf(extensionNames),
    extensionNames,
    limits: {
      sendMessageBody: numberOf(limits["sendMessageBody"]),
      attachment: numberOf(limits["attachment"]),
      subject: numberOf(limits["subject"]),
      sessionIdleMs: numberOf(limits["sessionIdleMs"]),
    },
    signIn: {
      credentials: flagOf(signIn["credentials"]) ?? usual.credentials,
      digest: flagOf(signIn["digest"]) ?? usual.digest,
      rememberMe: flagOf(signIn["rememberMe"]) ?? usual.rememberMe,
      passkeys: flagOf(signIn["passkeys"]) ?? usual.passkeys,
      providers: providersOf(signIn["providers"]),
    },
    reachesOutside: flagOf(file["reachesOutside"]),
    timeZone: textOf(file["timeZone"]) ?? defaultConfig.timeZone,
    version: textOf(file["version"]),
    // A file served apart from the service may be a copy of what it once told a stranger.
    signedOut: apiBase === "" && file["signedOut"] === true,
    demo: file["demo"] === true,
    demoId: textOf(file["demoId"]),
    lookAround: flagOf(file["lookAround"]),
    awaitsSetup: flagOf(file["awaitsSetup"]),
  };
}

/** Empty before the contract is loaded: nothing can be called until then. */
export function keysOf(names: readonly string[]): OperationKey[] {
  const contract = contractNow();
  return contract?.operationKeys.filter((key) => names.includes(contract.registry[key].name)) ?? [];
}
