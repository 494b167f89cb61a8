import { Listeners } from "#room/signals/listeners.ts";
import type { Channel } from "#room/signals/broadcast.ts";
import { type TabMessage, parseTabMessage } from "./tab-messages.ts";

export interface TabChannel {
  post(message: TabMessage): void;
  listen(listener: (message: TabMessage) => void): () => void;
  close(): void;
}

export function tabChannel(channel: Channel): TabChannel {
  // Two leases of one page ask each other, too.
  const here = new Listeners<[TabMessage]>();
  return {
    post(message) {
      channel.post(message);
      if (message.type === "yield" || message.type === "yielded") here.tell(message);
    },
    listen(listener) {
      const stops = [
        here.add(listener),
        channel.listen((received) => {
          const message = parseTabMessage(received);
          if (message) listener(message);
        }),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
    close: () => channel.close(),
  };
}
