import { Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useAccount } from "#room/api/account.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { Brand } from "#room/ui/brand.tsx";
import { KeyboardIcon, SearchIcon } from "#room/ui/icons.tsx";
import { Kbd } from "#room/ui/kbd.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { useOverlays } from "./overlays.ts";
import { railLinks } from "./rail-links.tsx";
import styles from "./shell.module.css";

const RailViews = lazy(() =>
  import("#room/features/visits/clinic/rail-views.tsx").then(({ RailViews }) => ({ default: RailViews })),
);

/** The way through the console: a rail on the left, a bar at the foot of a narrow screen. */
export function Rail() {
  const { open } = useOverlays();
  const { extensions } = useServiceConfig();
  const rights = useAccount()?.rights ?? [];
  const shown = railLinks.filter(
    ({ right, needs }) => rights.includes(right) && (needs === undefined || extensions.includes(needs)),
  );
  return (
    <div className={styles.rail} data-print="hidden">
      <Link to="/visits" className={styles.brand} aria-label="Visit Charge">
        <Brand />
      </Link>
      <button type="button" className={styles.jump} aria-haspopup="dialog" onClick={() => open("palette")}>
        <span className={styles.jumpIcon}>
          <SearchIcon />
          Search
        </span>
        <span className={styles.jumpText}>Search or jump to</span>
        <span className={styles.keys}>
          <Kbd keys="mod+k" />
        </span>
      </button>
      <nav aria-label="Main">
        <ul className={styles.links}>
          {shown.map((link) => (
            <li key={link.to}>
              <Link to={link.to} className={styles.link} activeProps={{ "aria-current": "page" }}>
                {link.icon}
                <span className={styles.linkText}>{link.label}</span>
                {link.count}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {rights.includes("visits") ? (
        <Suspense fallback={null}>
          <RailViews />
        </Suspense>
      ) : null}
      <div className={styles.gap} />
      <button
        type="button"
        className={`${styles.link} ${styles.keys}`}
        aria-haspopup="dialog"
        onClick={() => open("keys")}
      >
        <KeyboardIcon />
        <span className={styles.linkText}>Keys</span>
        <Kbd keys="?" />
      </button>
      <AccountMenu className={styles.link ?? ""} textClassName={styles.linkText ?? ""} />
    </div>
  );
}
