/** Messages about the session between a browser's tabs. Never a key, a password or a patient's name. */
export type TabMessage =
  | { kind: "active" }
  | { kind: "locked" }
  | { kind: "signed-out" }
  | { kind: "signed-in"; userName: string };

export interface TabChannel {
  tell: (message: TabMessage) => void;
  /** Listens to the other tabs, not this one. Returns a function that stops it. */
  listen: (listener: (message: TabMessage) => void) => () => void;
  close: () => void;
}

const name = "visit-charge-session";

/** Another tab's message, if valid: a tab may run another version of the console. */
export function parseTabMessage(said: unknown): TabMessage | undefined {
  if (typeof said !== "object" || said === null || !("kind" in said)) return undefined;
  const { kind } = said;
  if (kind === "active" || kind === "locked" || kind === "signed-out") return { kind };
  const isNamed = kind === "signed-in" && "userName" in said && typeof said.userName === "string";
  return isNamed ? { kind, userName: String(said.userName) } : undefined;
}

export function openTabChannel(): TabChannel {
  const channel = new BroadcastChannel(name);
  return {
    tell: (message) => channel.postMessage(message),
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
