import { Link } from "@tanstack/react-router";
import { useServiceConfig } from "#room/api/service-config.ts";
import { buttonClass } from "#room/ui/button-class.ts";

const pages = [
  { to: "/figures", label: "Day sheet" },
  { to: "/figures/reports", label: "Reports" },
] as const;

/** From the day sheet to the reports, and back. */
export function FiguresNav() {
  if (!useServiceConfig().extensions.includes("getReport")) return null;
  return (
    <nav aria-label="Figures">
      {pages.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          inactiveProps={{ className: buttonClass("quiet", "small") }}
          activeProps={{ className: buttonClass("plain", "small"), "aria-current": "page" }}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
