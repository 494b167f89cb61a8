const key = "first-run-secret";

/**
 * Keeps the setup secret while its holder looks around the demo; only this tab can return to setup. It grants nothing
 * once the clinic is set up.
 */
export function keepFirstSecret(secret: string): void {
  sessionStorage.setItem(key, secret);
}

/** Where to go when the demo is over. Another tab or browser has to open the printed address again. */
export function takeFirstAddress(): string {
  const secret = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return secret === null ? "/sign-in" : `/welcome#${secret}`;
}
