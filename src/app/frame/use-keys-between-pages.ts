import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { holdKeys, pressHeldKeys } from "#room/features/parts/held-keys.ts";
import { isTyping } from "#room/ui/typed-on.ts";

/** After this the page that loads has said so for long, and keys may lead elsewhere. */
const longestMs = 2000;

/** What is typed right after the keys that open a page is for that page: the one before, still shown, has commands too. */
export function useKeysBetweenPages(): void {
  const router = useRouter();
  useEffect(() => {
    let stop: (() => void) | undefined;
    let timer: ReturnType<typeof setTimeout>;
    const end = () => {
      clearTimeout(timer);
      stop?.();
      if (stop) void pressHeldKeys();
      stop = undefined;
    };
    const unsubscribeStart = router.subscribe("onBeforeNavigate", ({ pathChanged }) => {
      if (!pathChanged || stop || isTyping(document.activeElement)) return;
      stop = holdKeys("typed");
      timer = setTimeout(end, longestMs);
    });
    const unsubscribeEnd = router.subscribe("onRendered", end);
    return () => {
      unsubscribeStart();
      unsubscribeEnd();
      end();
    };
  }, [router]);
}
