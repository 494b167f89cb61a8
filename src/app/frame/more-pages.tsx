import { useLocation, useNavigate } from "@tanstack/react-router";
import { Menu } from "#room/ui/menu.tsx";
import { MoreIcon } from "#room/ui/page-icons.tsx";
import type { RailLink } from "./rail-links.tsx";

/** So many places has the bar of a narrow screen, beside search and account. The style sheet knows the number, too. */
const places = 5;

/** What the bar of a narrow screen has no place for: with a menu in the last place, one page more. */
export function beyondBar(links: readonly RailLink[]): readonly RailLink[] {
  return links.length > places ? links.slice(places - 1) : [];
}

interface MorePagesProps {
  readonly links: readonly RailLink[];
  readonly className: string;
  readonly textClassName: string;
}

/** The pages that a narrow screen's bar has no place for. */
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
