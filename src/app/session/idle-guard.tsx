import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { noteSignOfPerson } from "#room/api/person-signs.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { keepSessionAlive } from "#room/api/session.ts";
import { Button } from "#room/ui/button.tsx";
import { overlayHost } from "#room/ui/overlay-host.ts";
import { createIdleWatch, type IdleWatch } from "./idle-watch.ts";
import { useKeeper } from "./keeper-context.ts";
import { openTabChannel } from "./tab-channel.ts";
import styles from "./session.module.css";

const usualLimitMs = 30 * 60_000;
const warnMs = 60_000;
/** The service counts requests, not keystrokes: while the user works, it gets one this often. */
const keepAliveMs = 4 * 60_000;
const warningId = "idle-warning";
const postEveryMs = 5_000;
const signs = ["keydown", "pointerdown", "pointermove", "wheel", "touchstart", "click"] as const;

/** Locks after the session's idle time without typing or pointing, with a minute's warning. */
export function IdleGuard({ isCovered }: { isCovered: boolean }) {
  const keeper = useKeeper();
  const { limits } = useServiceConfig();
  const limitMs = limits.sessionIdleMs ?? usualLimitMs;
  const [secondsLeft, setSecondsLeft] = useState<number>();

  useEffect(() => {
    if (isCovered) return undefined;
    const watch = createIdleWatch({
      limitMs,
      warnMs: Math.min(warnMs, limitMs / 2),
      now: Date.now,
      onWarn: setSecondsLeft,
      onEnd: () => keeper.lock("idle"),
    });
    return followSigns(watch);
  }, [isCovered, keeper, limitMs]);

  if (secondsLeft === undefined || isCovered) return null;
  // Outside the page and marked for React Aria, so that it stays accessible over an open dialog.
  return createPortal(
    <div id={warningId} className={styles.warning} role="alert" data-react-aria-top-layer="true">
      <p>
        Are you still there? In <b aria-hidden="true">{secondsLeft} s</b>
        <span className="visually-hidden">about a minute</span> this page will lock. Your work stays as it is;
        your password brings it back.
      </p>
      {/* A click is a sign. */}
      <Button look="primary">Keep working</Button>
    </div>,
    overlayHost(),
  );
}

/** What is pressed must stay until it is: a press that only made the warning go would end on what is below it. */
function isSign({ type, target }: Event): boolean {
  if (type === "click" || type === "keydown" || !(target instanceof Element)) return true;
  return target.closest(`#${warningId}`) === null;
}

function followSigns(watch: IdleWatch): () => void {
  const stop = new AbortController();
  const channel = openTabChannel();
  let posted = 0;
  let alive = Date.now();
  const touch = (event: Event) => {
    if (!isSign(event)) return;
    watch.touch();
    noteSignOfPerson();
    // By the clock, which a sleeping machine does not stop; if it was set back, nobody knows how long ago it was.
    const now = Date.now();
    if (Math.abs(now - posted) > postEveryMs) {
      posted = now;
      channel.post({ kind: "active" });
    }
    if (Math.abs(now - alive) > keepAliveMs) {
      alive = now;
      void keepSessionAlive();
    }
  };
  for (const sign of signs)
    addEventListener(sign, touch, { signal: stop.signal, capture: true, passive: true });
  const stopListening = channel.listen((message) => {
    if (message.kind !== "active") return;
    watch.touch();
    noteSignOfPerson();
  });
  document.addEventListener("visibilitychange", () => watch.check(), { signal: stop.signal });
  addEventListener("focus", () => watch.check(), { signal: stop.signal });
  const timer = setInterval(() => watch.check(), 1000);
  return () => {
    stop.abort();
    stopListening();
    channel.close();
    clearInterval(timer);
  };
}
