import { serviceConfig } from "./service-config.ts";

/** A service that takes longer than this to say anything is not there. Milliseconds. */
const patience = 10_000;

/**
 * Whether the service answers now, whatever it answers. Asked right before something leaves that must not leave twice:
 * when this fails nothing was sent, for it was not even tried. An answer says nothing of the moment after it.
 */
export async function canReachService(signal: AbortSignal): Promise<boolean> {
  const { apiBase } = serviceConfig();
  const isElsewhere = /^https?:/i.test(apiBase);
  try {
    await fetch(isElsewhere ? `${apiBase}/` : "/config.json", {
      method: "HEAD",
      cache: "no-store",
      credentials: "omit",
      // Another origin need not let its answer be read: that it answers is enough.
      mode: isElsewhere ? "no-cors" : "same-origin",
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    });
    return true;
  } catch {
    return false;
  }
}
