import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useAccount } from "#room/api/account.ts";
import type { Right } from "#room/contract/rights.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { changeAppearance, currentAppearance, useAppearance } from "#room/app/appearance.ts";
import { listenForCommandKeys } from "#room/ui/command-keys.ts";
import { commandsOf, useCommands } from "#room/ui/commands.ts";
import { useOverlays } from "./overlays.ts";
import { useSessionControls } from "./session-controls.ts";
import { pages } from "./page-commands.ts";
import { useKeysBetweenPages } from "./use-keys-between-pages.ts";

const action = commandsOf("Actions");
const look = commandsOf("Appearance");
const everywhere = commandsOf("Everywhere");

export function FrameCommands() {
  const navigate = useNavigate();
  const { open } = useOverlays();
  const { lock, signOut } = useSessionControls();
  const otherDensity = useAppearance().density === "compact" ? "comfortable" : "compact";
  useKeysBetweenPages();
  useEffect(() => listenForCommandKeys({ singleKeys: () => currentAppearance().singleKeys }), []);
  const go = (to: string) => () => void navigate({ to });
  const rights = useAccount()?.rights ?? [];
  const may = (right: Right | undefined) => right === undefined || rights.includes(right);
  const { extensions } = useServiceConfig();
  useCommands([
    ...pages
      .filter(({ needs }) => needs === undefined || extensions.includes(needs))
      .map(({ to, right, ...page }) => ({
        ...page,
        id: page.title.toLowerCase(),
        group: "Go to",
        isEnabled: may(right),
        run: go(to),
      })),
    { ...action("new-visit", "New visit charge", "g n", go("/visits/new")), isEnabled: may("visits") },
    { ...action("compose", "Write a message", "g c", go("/messages/compose")), isEnabled: may("messages") },
    look("theme-system", "Theme: same as system", "", () => changeAppearance({ theme: "system" })),
    look("theme-light", "Theme: light", "", () => changeAppearance({ theme: "light" })),
    look("theme-dark", "Theme: dark", "", () => changeAppearance({ theme: "dark" })),
    look("density", `Density: ${otherDensity}`, "", () => changeAppearance({ density: otherDensity })),
    everywhere("palette", "Search or jump to", "mod+k", () => open("palette")),
    { ...everywhere("keys", "Keyboard shortcuts", "?", () => open("keys")), words: "keys help" },
    { ...everywhere("support", "Support report", "", () => open("support")), words: "help problem" },
    { ...everywhere("lock", "Lock", "mod+alt+l", lock), words: "cover" },
    everywhere("sign-out", "Sign out", "", () => signOut(false)),
    {
      ...everywhere("sign-out-everywhere", "Sign out everywhere", "", () => signOut(true)),
      words: "sign out all machines lost stolen",
    },
  ]);
  return null;
}
