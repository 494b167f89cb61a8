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

/** The commands that every page has. Draws nothing. */
export function FrameCommands() {
  const navigate = useNavigate();
  const { open } = useOverlays();
  const { lock, signOut, signOutEverywhere } = useSessionControls();
  const { density } = useAppearance();
  useEffect(() => listenForCommandKeys({ singleKeys: () => currentAppearance().singleKeys }), []);
  const go = (to: string) => () => void navigate({ to });
  const rights = useAccount()?.rights ?? [];
  const may = (right: Right) => rights.includes(right);
  const { extensions } = useServiceConfig();
  const hasOverview = extensions.includes("summarizeVisits");
  const hasDirectory = extensions.includes("listDirectory");
  useCommands([
    ...(hasOverview
      ? [
          {
            id: "overview",
            title: "Overview",
            group: "Go to",
            keys: "g o",
            words: "held money charts summary",
            run: go("/overview"),
          },
        ]
      : []),
    {
      id: "visits",
      isEnabled: may("visits"),
      title: "Visits",
      group: "Go to",
      keys: "g v",
      words: "queue charges",
      run: go("/visits"),
    },
    ...(hasDirectory
      ? [
          {
            id: "directory",
            isEnabled: may("visits"),
            title: "Directory",
            group: "Go to",
            words: "names practices providers payers fees prices",
            run: go("/directory"),
          },
        ]
      : []),
    {
      id: "messages",
      isEnabled: may("messages"),
      title: "Messages",
      group: "Go to",
      keys: "g m",
      words: "inbox mail",
      run: go("/messages"),
    },
    {
      id: "diagnosis",
      isEnabled: may("codes"),
      title: "Diagnosis",
      group: "Go to",
      keys: "g d",
      words: "code verify",
      run: go("/diagnosis"),
    },
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
      group: "Look",
      run: () => changeAppearance({ theme: "system" }),
    },
    {
      id: "theme-light",
      title: "Theme: light",
      group: "Look",
      run: () => changeAppearance({ theme: "light" }),
    },
    { id: "theme-dark", title: "Theme: dark", group: "Look", run: () => changeAppearance({ theme: "dark" }) },
    {
      id: "density",
      title: density === "compact" ? "Density: comfortable" : "Density: compact",
      group: "Look",
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
      title: "Keys",
      group: "Everywhere",
      keys: "?",
      words: "shortcuts help",
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
      title: "End all my sessions",
      group: "Everywhere",
      words: "sign out all machines lost stolen",
      run: signOutEverywhere,
    },
  ]);
  return null;
}
