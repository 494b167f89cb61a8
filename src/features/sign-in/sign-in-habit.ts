import { serviceConfig } from "#room/api/service-config.ts";
import { readJson } from "#room/contract/written-json.ts";
import type { Credentials } from "./sign-in-context.ts";

/** How a user signs in, to offer the same way after a lock. Never a name or a secret. */
export type SignInHabit = Pick<Credentials, "rememberMe" | "way">;

const storageKey = "sign-in-habit";

/**
 * How the last user of this browser signed in, including before a reload: a digest user must not send their password at
 * the first lock after one.
 */
export function recallHabit(): SignInHabit {
  const { credentials, digest } = serviceConfig().signIn;
  const usual: SignInHabit = { rememberMe: false, way: digest && !credentials ? "digest" : "credentials" };
  try {
    const kept = readJson<Partial<SignInHabit>>(localStorage.getItem(storageKey) ?? "{}");
    return { rememberMe: kept.rememberMe === true, way: kept.way === "digest" ? "digest" : usual.way };
  } catch {
    return usual;
  }
}

export function keepHabit({ rememberMe, way }: SignInHabit): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ rememberMe, way }));
  } catch {
    // No storage: it lasts until the page is closed.
  }
}
