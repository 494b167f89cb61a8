import type { Channel } from "#room/workspace/browser/environment.ts";
import { type TabMessage, parseTabMessage } from "./tab-messages.ts";

/** The connection to the user's other tabs. */
export interface TabChannel {
  post(message: TabMessage): void;
  /** Returns an unsubscribe function. */
  listen(listener: (message: TabMessage) => void): () => void;
  close(): void;
}

export function tabChannel(channel: Channel): TabChannel {
  return {
    post: (message) => channel.post(message),
    listen: (listener) =>
      channel.listen((received) => {
        const message = parseTabMessage(received);
        if (message) listener(message);
      }),
    close: () => channel.close(),
  };
}
