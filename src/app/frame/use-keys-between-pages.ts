import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { forgetKeys, holdKeys, pressHeldKeys } from "#room/features/parts/held-keys.ts";
import { isTyping } from "#room/ui/typed-on.ts";

/** After this the page that loads has said so for long: nobody waits for its first keys, and keys may lead elsewhere. */
const longestMs = 30_000;

/** What is typed right after the keys that open a page is for that page: the one before, still shown, has commands too. */
export function useKeysBetweenPages(): void {
  const router = useRouter();
  useEffect(() => {
    let letGo: (() => void) | undefined;
    let timer: ReturnType<typeof setTimeout>;
    const end = () => {
      clearTimeout(timer);
      removeEventListener("pointerdown", giveUp, { capture: true });
      letGo?.();
      if (letGo) void pressHeldKeys();
      letGo = undefined;
    };
    function giveUp() {
      if (letGo) forgetKeys();
      end();
    }
    const unsubscribeStart = router.subscribe("onBeforeNavigate", ({ pathChanged }) => {
      if (!pathChanged || letGo || isTyping(document.activeElement)) return;
      letGo = holdKeys("typed");
      timer = setTimeout(giveUp, longestMs);
      // Who clicks goes elsewhere.
      addEventListener("pointerdown", giveUp, { capture: true });
    });
    const unsubscribeEnd = router.subscribe("onRendered", end);
    return () => {
      unsubscribeStart();
      unsubscribeEnd();
      giveUp();
    };
  }, [router]);
}
