import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useAccount } from "#room/api/account.ts";
import type { Right } from "#room/contract/rights.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { changeAppearance, currentAppearance, useAppearance } from "#room/app/appearance.ts";
import { listenForCommandKeys } from "#room/ui/command-keys.ts";
import { useCommands } from "#room/ui/commands.ts";
import { useOverlays } from "./overlays.ts";
import { useSessionControls } from "./session-controls.ts";
import { pages } from "./page-commands.ts";
import { useKeysBetweenPages } from "./use-keys-between-pages.ts";

export function FrameCommands() {
  const navigate = useNavigate();
  const { open } = useOverlays();
  const { lock, signOut, signOutEverywhere } = useSessionControls();
  const { density } = useAppearance();
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
    {
      id: "new-visit",
      title: "New visit charge",
      group: "Actions",
      keys: "g n",
      isEnabled: may("visits"),
      run: go("/visits/new"),
    },
    {
      id: "compose",
      isEnabled: may("messages"),
      title: "Compose a message",
      group: "Actions",
      keys: "g c",
      run: go("/messages/compose"),
    },
    {
      id: "theme-system",
      title: "Theme: same as system",
      group: "Appearance",
      run: () => changeAppearance({ theme: "system" }),
    },
    {
      id: "theme-light",
      title: "Theme: light",
      group: "Appearance",
      run: () => changeAppearance({ theme: "light" }),
    },
    {
      id: "theme-dark",
      title: "Theme: dark",
      group: "Appearance",
      run: () => changeAppearance({ theme: "dark" }),
    },
    {
      id: "density",
      title: density === "compact" ? "Density: comfortable" : "Density: compact",
      group: "Appearance",
      run: () => changeAppearance({ density: density === "compact" ? "comfortable" : "compact" }),
    },
    {
      id: "palette",
      title: "Search or jump to",
      group: "Everywhere",
      keys: "mod+k",
      run: () => open("palette"),
    },
    {
      id: "keys",
      title: "Keyboard shortcuts",
      group: "Everywhere",
      keys: "?",
      words: "keys help",
      run: () => open("keys"),
    },
    {
      id: "support",
      title: "Support report",
      group: "Everywhere",
      words: "help problem",
      run: () => open("support"),
    },
    { id: "lock", title: "Lock", group: "Everywhere", keys: "mod+alt+l", words: "cover", run: lock },
    { id: "sign-out", title: "Sign out", group: "Everywhere", run: signOut },
    {
      id: "sign-out-everywhere",
      title: "Sign out everywhere",
      group: "Everywhere",
      words: "sign out all machines lost stolen",
      run: signOutEverywhere,
    },
  ]);
  return null;
}
