import { useNavigate } from "@tanstack/react-router";
import { useServiceConfig } from "#room/api/service-config.ts";
import { changeAppearance, useAppearance, type Density, type Theme } from "#room/app/appearance.ts";
import { LockIcon, UserIcon } from "#room/ui/page-icons.tsx";
import { choice, Menu, type MenuSection } from "#room/features/parts/menu.tsx";
import { useOverlays } from "./overlays.ts";
import { useSessionControls } from "./session-controls.ts";

const themes: [Theme, string][] = [
  ["system", "Same as system"],
  ["light", "Light"],
  ["dark", "Dark"],
];
const densities: [Density, string][] = [
  ["comfortable", "Comfortable"],
  ["compact", "Compact"],
];

export interface AccountMenuProps {
  className: string;
  textClassName: string;
}

export function AccountMenu({ className, textClassName }: AccountMenuProps) {
  const { userName, lock, signOut } = useSessionControls();
  const { open } = useOverlays();
  const navigate = useNavigate();
  const hasOwnPage = useServiceConfig().extensions.includes("getOwnAccount");
  const { theme, density, singleKeys } = useAppearance();
  const sections: MenuSection[] = [
    choice("Theme", themes, theme, (chosen) => changeAppearance({ theme: chosen })),
    choice("Density", densities, density, (chosen) => changeAppearance({ density: chosen })),
    {
      title: "Keyboard",
      selection: "multiple",
      items: [
        {
          id: "single-keys",
          label: "Single-key shortcuts",
          isChecked: singleKeys,
          run: () => changeAppearance({ singleKeys: !singleKeys }),
        },
      ],
    },
    {
      title: `Signed in as ${userName}`,
      items: [
        ...(hasOwnPage
          ? [{ id: "own", label: "Your account", run: () => void navigate({ to: "/account" }) }]
          : []),
        { id: "account", label: "Workspace and storage", run: () => open("account") },
        { id: "support", label: "Support report", run: () => open("support") },
      ],
    },
    {
      items: [
        { id: "lock", label: "Lock", icon: <LockIcon size={14} />, keys: "mod+alt+l", run: lock },
        { id: "sign-out", label: "Sign out", run: () => signOut(false) },
        { id: "sign-out-everywhere", label: "Sign out everywhere", run: () => signOut(true) },
      ],
    },
  ];
  return (
    <Menu label="Account" sections={sections} placement="top start" className={className}>
      <UserIcon />
      {/* The user's name is drawn by CSS: the button's accessible name stays "Account". */}
      <span className={textClassName} data-note={userName}>
        Account
      </span>
    </Menu>
  );
}
