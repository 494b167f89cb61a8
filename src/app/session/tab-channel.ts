/** What the tabs of one browser tell each other about the session. Never a key, a password or a name of a patient. */
export type TabMessage =
  | { kind: "active" }
  | { kind: "locked" }
  | { kind: "signed-out" }
  | { kind: "signed-in"; userName: string };

export interface TabChannel {
  tell: (message: TabMessage) => void;
  /** Hears the other tabs, not this one. Returns a function that stops it. */
  listen: (listener: (message: TabMessage) => void) => () => void;
  close: () => void;
}

const name = "visit-charge-session";

export function openTabChannel(): TabChannel {
  const channel = new BroadcastChannel(name);
  return {
    tell: (message) => channel.postMessage(message),
    close: () => channel.close(),
    listen(listener) {
      const onMessage = (event: MessageEvent<TabMessage>) => listener(event.data);
      channel.addEventListener("message", onMessage);
      return () => channel.removeEventListener("message", onMessage);
    },
  };
}
