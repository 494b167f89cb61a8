import { useSyncExternalStore } from "react";
import { useServiceConfig } from "#room/api/service-config.ts";
import { Banner } from "#room/ui/banner.tsx";

/** What holds for every page: that the data are throw-away, that the network is away. */
export function Strips() {
  const { demo } = useServiceConfig();
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  return (
    <>
      {demo ? (
        <Banner isStrip tone="accent">
          Demonstration: all data here are made up and go when the server stops.
        </Banner>
      ) : null}
      <div role="status">
        {isOnline ? null : (
          <Banner isStrip tone="warn" title="You are offline.">
            Work goes on and is saved in this browser. What you send waits here and leaves when the network is
            back.
          </Banner>
        )}
      </div>
    </>
  );
}

function subscribeOnline(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}
