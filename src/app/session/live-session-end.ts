import { callOperation } from "#room/api/call-operation.ts";
import { OperationRefused, UnexpectedStatus } from "#room/api/failures.ts";
import { type EndScope, SessionEnd } from "./session-end.ts";

const storageKey = "session-to-end";
const againMs = 15_000;

/** Used when the browser grants no storage. */
let owedHere: EndScope | undefined;

function owed(): EndScope | undefined {
  try {
    const kept = localStorage.getItem(storageKey);
    return kept === "here" || kept === "everywhere" ? kept : undefined;
  } catch {
    return owedHere;
  }
}

function setOwed(scope: EndScope | undefined): void {
  owedHere = scope;
  try {
    if (scope) localStorage.setItem(storageKey, scope);
    else localStorage.removeItem(storageKey);
  } catch {
    // No storage: it lasts until the page is closed.
  }
}

async function endAtService(scope: EndScope): Promise<string | undefined> {
  const everywhere = scope === "everywhere" ? { state: scope } : {};
  try {
    const members = { provider: "logout", ...everywhere };
    const { referrerUrl } = await callOperation("authenticate", members);
    return referrerUrl && /^https?:\/\//i.test(referrerUrl) ? referrerUrl : undefined;
  } catch (error) {
    // If the service does not know the session, it has ended; the same if the service cannot sign out at all.
    const isAnswered =
      (error instanceof OperationRefused || error instanceof UnexpectedStatus) && error.status < 500;
    if (!isAnswered || error.status === 429) throw error;
    return undefined;
  }
}

export const sessionEnd = new SessionEnd({
  owed,
  setOwed,
  endAtService,
  inTurn: (task) => navigator.locks.request("session-end", task),
  later: (run) => void setTimeout(run, againMs),
});
