import { broadcast } from "#room/signals/broadcast.ts";

/** Messages about the session between a browser's tabs. Never a key, a password or a patient's name. */
export type TabMessage =
  | { kind: "active" }
  | { kind: "locked" }
  | { kind: "signed-out" }
  | { kind: "signed-in"; userName: string };

const name = "visit-charge-session";

/** Another tab's message, if valid: a tab may run another version of the console. */
export function parseTabMessage(received: unknown): TabMessage | undefined {
  const { kind, userName }: Readonly<Record<string, unknown>> =
    typeof received === "object" ? { ...received } : {};
  if (kind === "active" || kind === "locked" || kind === "signed-out") return { kind };
  return kind === "signed-in" && typeof userName === "string" ? { kind, userName } : undefined;
}

export type TabChannel = ReturnType<typeof openTabChannel>;

export function openTabChannel() {
  const { post, listen, close } = broadcast(name);
  return {
    post: (message: TabMessage) => post(message),
    close,
    /** Listens to the other tabs, not this one. Returns a function that stops it. */
    listen: (listener: (message: TabMessage) => void) =>
      listen((received) => {
        const message = parseTabMessage(received);
        if (message) listener(message);
      }),
  };
}
