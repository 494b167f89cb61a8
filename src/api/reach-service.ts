import { isFailing } from "#room/contract/service-away.ts";
import { networkOrSoon } from "./network-or-soon.ts";
import { serviceConfig } from "./service-config.ts";

/** A service that takes longer than this counts as unreachable. Milliseconds. */
const patience = 10_000;

/**
 * Whether the service answers at all right now. Called right before sending something that must not be sent twice: if
 * it fails, nothing was sent. It says nothing about the moment afterwards.
 */
export async function canReachService(signal: AbortSignal): Promise<boolean> {
  const { apiBase } = serviceConfig();
  const isElsewhere = /^https?:/i.test(apiBase);
  try {
    const answer = await fetch(isElsewhere ? `${apiBase}/` : "/config.json", {
      method: "HEAD",
      cache: "no-store",
      credentials: "omit",
      // Another origin may not let its answer be read; that it answers is enough.
      mode: isElsewhere ? "no-cors" : "same-origin",
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    });
    return !isFailing(answer.status);
  } catch {
    return false;
  }
}

/** Resolves once the service answers again, or the signal is aborted. */
export async function serviceIsBack(signal: AbortSignal): Promise<void> {
  do await networkOrSoon();
  while (!signal.aborted && !(await canReachService(signal)));
}
