/** What the workspace needs from the browser besides IndexedDB and WebCrypto, so that tests can control the clock. */
export interface Environment {
  readonly locks: Pick<LockManager, "request">;
  channel(name: string): Channel;
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 to 1, only for jitter. */
  random(): number;
  isOnline(): boolean;
  /** Called when the network goes up or down. Returns an unsubscribe function. */
  onNetwork(listener: () => void): () => void;
  setTimer(run: () => void, ms: number): () => void;
}

/** Messages to the user's other tabs; the sender does not receive its own. */
export interface Channel {
  post(message: unknown): void;
  /** Returns an unsubscribe function. */
  listen(listener: (message: unknown) => void): () => void;
  close(): void;
}

function broadcast(name: string): Channel {
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    listen(listener) {
      const receive = ({ data }: MessageEvent<unknown>) => listener(data);
      channel.addEventListener("message", receive);
      return () => channel.removeEventListener("message", receive);
    },
    close: () => channel.close(),
  };
}

export function browserEnvironment(): Environment {
  return {
    locks: navigator.locks,
    channel: broadcast,
    now: () => Date.now(),
    random: () => Math.random(),
    isOnline: () => navigator.onLine,
    onNetwork(listener) {
      globalThis.addEventListener("online", listener);
      globalThis.addEventListener("offline", listener);
      return () => {
        globalThis.removeEventListener("online", listener);
        globalThis.removeEventListener("offline", listener);
      };
    },
    setTimer(run, ms) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  };
}
