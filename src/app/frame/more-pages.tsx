import { useLocation, useNavigate } from "@tanstack/react-router";
import { Menu } from "#room/ui/menu.tsx";
import { MoreIcon } from "#room/ui/page-icons.tsx";
import type { RailLink } from "./rail-links.tsx";

/** The number of page links in a narrow screen's bar, besides search and account. Also in the style sheet. */
const places = 5;

/** The pages that do not fit in a narrow screen's bar: since a menu takes the last place, one more. */
export function beyondBar(links: readonly RailLink[]): readonly RailLink[] {
  return links.length > places ? links.slice(places - 1) : [];
}

interface MorePagesProps {
  readonly links: readonly RailLink[];
  readonly className: string;
  readonly textClassName: string;
}

/** The pages that do not fit in a narrow screen's bar. */
export function MorePages({ links, className, textClassName }: MorePagesProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isHere = links.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  const items = links.map(({ to, label, icon }) => ({
    id: to,
    label,
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
