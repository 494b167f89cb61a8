import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type ClinicSearch, clinicAddress, everything } from "#room/features/visits/list/list-search.ts";

export interface QueueLinkProps {
  /** Undefined: the list cannot show just these, and there is no link. */
  readonly view: Partial<ClinicSearch> | undefined;
  readonly children: ReactNode;
  readonly className?: string | undefined;
  /** In a chart: keyboard users find the same link in its table. */
  readonly isMark?: boolean;
}

/** Links to the visits of a view. Inside an SVG it is an SVG link. */
export function QueueLink({ view, children, className, isMark = false }: QueueLinkProps) {
  if (!view) return children;
  return (
    <Link
      to="/visits"
      search={clinicAddress.write({ ...everything, ...view })}
      className={className}
      {...(isMark ? { tabIndex: -1 } : {})}
    >
      {children}
    </Link>
  );
}
