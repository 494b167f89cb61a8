import { useEffect } from "react";
import { createRoot } from "react-dom/client";
import { serviceIsBack } from "#room/api/reach-service.ts";
import { Brand } from "#room/ui/brand.tsx";
import { Button } from "#room/ui/button.tsx";
import { Spinner } from "#room/ui/spinner.tsx";

export function showServiceAway(root: HTMLElement): void {
  createRoot(root).render(<ServiceAway />);
}

function ServiceAway() {
  useEffect(() => {
    const stop = new AbortController();
    // The newest console, since the stored one may be older than the service.
    void serviceIsBack(stop.signal).then(() => stop.signal.aborted || location.reload());
    return () => stop.abort();
  }, []);
  return (
    <main className="lone">
      <div className="lone-card">
        <Brand />
        <h1>The service can’t be reached</h1>
        <p className="lead">
          Your work is kept on this device. The console opens by itself as soon as the service is back.
        </p>
        <p role="status">
          <Spinner /> Waiting for the service
        </p>
        <Button onClick={() => location.reload()}>Try now</Button>
      </div>
    </main>
  );
}
