/** Messages about the session between a browser's tabs. Never a key, a password or a patient's name. */
export type TabMessage =
  | { kind: "active" }
  | { kind: "locked" }
  | { kind: "signed-out" }
  | { kind: "signed-in"; userName: string };

export interface TabChannel {
  post: (message: TabMessage) => void;
  /** Listens to the other tabs, not this one. Returns a function that stops it. */
  listen: (listener: (message: TabMessage) => void) => () => void;
  close: () => void;
}

const name = "visit-charge-session";

/** Another tab's message, if valid: a tab may run another version of the console. */
export function parseTabMessage(received: unknown): TabMessage | undefined {
  if (typeof received !== "object" || received === null || !("kind" in received)) return undefined;
  const { kind } = received;
  if (kind === "active" || kind === "locked" || kind === "signed-out") return { kind };
  const isNamed = kind === "signed-in" && "userName" in received && typeof received.userName === "string";
  return isNamed ? { kind, userName: String(received.userName) } : undefined;
}

export function openTabChannel(): TabChannel {
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    close: () => channel.close(),
    listen(listener) {
      const onMessage = ({ data }: MessageEvent<unknown>) => {
        const message = parseTabMessage(data);
        if (message) listener(message);
      };
      channel.addEventListener("message", onMessage);
      return () => channel.removeEventListener("message", onMessage);
    },
  };
}
