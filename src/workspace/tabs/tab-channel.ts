import type { Channel } from "#room/workspace/browser/environment.ts";
import { type TabMessage, parseTabMessage } from "./tab-messages.ts";

/** The way to the other tabs of the same user. */
export interface TabChannel {
  post(message: TabMessage): void;
  /** Gives what ends the listening. */
  listen(listener: (message: TabMessage) => void): () => void;
  close(): void;
}

export function tabChannel(channel: Channel): TabChannel {
  return {
    post: (message) => channel.post(message),
    listen: (listener) =>
      channel.listen((told) => {
        const message = parseTabMessage(told);
        if (message) listener(message);
      }),
    close: () => channel.close(),
  };
}
