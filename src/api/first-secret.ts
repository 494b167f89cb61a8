const key = "first-run-secret";

/**
 * The secret that sets a clinic up, while its holder looks around in the demo that stands before it: this tab alone leads back. It opens
 * nothing once the clinic is set up.
 */
export function keepFirstSecret(secret: string): void {
  sessionStorage.setItem(key, secret);
}

/** Where the demo leads that is over. Another tab, or another browser, has to open the printed address again. */
export function takeFirstAddress(): string {
  const secret = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return secret === null ? "/sign-in" : `/welcome#${secret}`;
}
