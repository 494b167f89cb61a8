import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { useAccount } from "#room/api/account.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { Brand } from "#room/ui/brand.tsx";
import { KeyboardIcon, SearchIcon, MoreIcon } from "#room/ui/page-icons.tsx";
import { Kbd } from "#room/ui/kbd.tsx";
import { Later } from "#room/features/parts/later.tsx";
import { loadPart } from "#room/features/parts/load-part.ts";
import { Menu } from "#room/features/parts/menu.tsx";
import { FollowedVisits } from "#room/features/visits/clinic/followed-visits.tsx";
import { classNames } from "#room/ui/class-names.ts";
import rail from "#room/ui/rail-link.module.css";
import { AccountMenu } from "./account-menu.tsx";
import { useOverlays } from "./overlays.ts";
import { type RailLink, railLinks } from "./rail-links.tsx";
import styles from "./shell.module.css";

/** The number of page links in a narrow screen's bar, besides search and account. Also in the style sheet. */
const places = 5;

/** The pages that do not fit in a narrow screen's bar: since a menu takes the last place, one more. */
function beyondBar(links: readonly RailLink[]): readonly RailLink[] {
  return links.length > places ? links.slice(places - 1) : [];
}

interface MorePagesProps {
  readonly links: readonly RailLink[];
  readonly className: string;
  readonly textClassName: string;
}

function MorePages({ links, className, textClassName }: MorePagesProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isHere = links.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  const items = links.map(({ to, title, icon }) => ({
    id: to,
    label: title,
    icon,
    isChecked: pathname === to,
    run: () => void navigate({ to }),
  }));
  return (
    <span data-here={isHere || undefined}>
      <Menu label="More" sections={[{ items }]} placement="top start" className={className}>
        <MoreIcon />
        <span className={textClassName}>More</span>
      </Menu>
    </span>
  );
}

const linkClass = classNames(rail.link, styles.link);
const textClass = classNames(rail.text, styles.linkText);

const RailViews = loadPart(
  async () => (await import("#room/features/visits/clinic/rail-views.tsx")).RailViews,
);

export function Rail() {
  const { open } = useOverlays();
  const { extensions } = useServiceConfig();
  const rights = useAccount()?.rights ?? [];
  const shown = railLinks.filter(
    ({ right, needs }) =>
      (right === undefined || rights.includes(right)) && (needs === undefined || extensions.includes(needs)),
  );
  return (
    <header className={styles.rail} data-print="hidden">
      <Link to="/visits" className={styles.brand} aria-label="Visit Charge">
        <Brand />
      </Link>
      <button type="button" className={styles.jump} aria-haspopup="dialog" onClick={() => open("palette")}>
        <span className={styles.jumpIcon}>
          <SearchIcon />
          Search
        </span>
        <span className={`clip ${styles.jumpText}`}>Search or jump to</span>
        <span className={styles.keys}>
          <Kbd keys="mod+k" />
        </span>
      </button>
      <nav aria-label="Main" className={styles.pages}>
        <ul className={styles.links}>
          {shown.map((link) => (
            <li key={link.to}>
              <Link to={link.to} className={linkClass} activeProps={{ "aria-current": "page" }}>
                {link.icon}
                <span className={textClass}>{link.title}</span>
                {link.count}
              </Link>
            </li>
          ))}
          {beyondBar(shown).length > 0 ? (
            <li className={styles.more}>
              <MorePages links={beyondBar(shown)} className={linkClass} textClassName={textClass} />
            </li>
          ) : null}
        </ul>
      </nav>
      {rights.includes("visits") ? (
        <>
          <FollowedVisits />
          <Later>
            <RailViews />
          </Later>
        </>
      ) : null}
      <div className={styles.gap} />
      <button
        type="button"
        className={classNames(linkClass, styles.keys)}
        aria-haspopup="dialog"
        onClick={() => open("keys")}
      >
        <KeyboardIcon />
        <span className={textClass}>Shortcuts</span>
        <Kbd keys="?" />
      </button>
      <AccountMenu className={linkClass} textClassName={textClass} />
    </header>
  );
}
