import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { useServiceConfig } from "#room/api/service-config.ts";
import type { OperationKey } from "#room/contract/registry.ts";
import { setTitleCount } from "#room/app/page-titles.ts";
import { Brand } from "#room/ui/brand.tsx";
import {
  ChartIcon,
  DiagnosisIcon,
  KeyboardIcon,
  MessageIcon,
  SearchIcon,
  VisitIcon,
} from "#room/ui/icons.tsx";
import { Kbd } from "#room/ui/kbd.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { useOverlays } from "./overlays.ts";
import { useUnread, useVisitCount } from "./rail-counts.ts";
import styles from "./shell.module.css";

interface RailLink {
  to: "/visits" | "/overview" | "/messages" | "/diagnosis";
  label: string;
  icon: ReactNode;
  /** A part of its own, so that a new number draws nothing else of the rail. */
  count?: ReactNode;
  /** Only where the service has this extension. */
  needs?: OperationKey;
}

const links: readonly RailLink[] = [
  { to: "/visits", label: "Visits", icon: <VisitIcon />, count: <VisitCount /> },
  { to: "/overview", label: "Overview", icon: <ChartIcon />, needs: "summarizeVisits" },
  { to: "/messages", label: "Messages", icon: <MessageIcon />, count: <UnreadCount /> },
  { to: "/diagnosis", label: "Diagnosis", icon: <DiagnosisIcon /> },
];

/** The way through the console: a rail on the left, a bar at the foot of a narrow screen. */
export function Rail() {
  const { open } = useOverlays();
  const { extensions } = useServiceConfig();
  const shown = links.filter(({ needs }) => needs === undefined || extensions.includes(needs));
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

function VisitCount() {
  return <RailCount count={useVisitCount()} />;
}

function UnreadCount() {
  const unread = useUnread();
  useEffect(() => {
    setTitleCount(unread);
    return () => setTitleCount(0);
  }, [unread]);
  return <RailCount count={unread} />;
}

/** The number is for the eye; a link's spoken name stays "Visits". Zero is not shown. */
function RailCount({ count }: { count: number }) {
  return count === 0 ? null : (
    <span className={styles.count} aria-hidden="true">
      {count > 9999 ? "9999+" : count.toLocaleString()}
    </span>
  );
}
