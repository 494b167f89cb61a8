import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ClinicSearch } from "#room/features/visits/clinic/clinic-search.ts";
import { everything, writeClinicSearch } from "#room/features/visits/clinic/clinic-search.ts";

export interface QueueLinkProps {
  readonly view: Partial<ClinicSearch>;
  readonly children: ReactNode;
  readonly className?: string | undefined;
  /** In a chart: the keys find the same link in its table. */
  readonly isMark?: boolean;
}

/** Leads to the visits of a view. Within a drawing it is a link of the drawing. */
export function QueueLink({ view, children, className, isMark = false }: QueueLinkProps) {
  return (
    <Link
      to="/visits"
      search={writeClinicSearch({ ...everything, ...view })}
      className={className}
      {...(isMark ? { tabIndex: -1 } : {})}
    >
      {children}
    </Link>
  );
}
