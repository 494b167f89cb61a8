import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import type { ComponentType } from "react";
import type { Column } from "./columns.ts";

export type RowAction = "retry" | "withdraw" | "merge" | "invoice" | "attempts" | "take";

export interface RowHandlers {
  readonly toggle: (eventId: string) => void;
  readonly extendTo: (eventId: string) => void;
  readonly act: (action: RowAction, eventId: string) => void;
  readonly open: (eventId: string) => void;
  /** Makes this event's row the active one. */
  readonly activate: (eventId: string) => void;
}

export type CellProps = VisitsRowProps & { readonly id: Column["id"]; readonly tabIndex: number };

export interface ActionProps {
  readonly row: VisitSummary;
  readonly tabIndex: number;
  readonly handlers: RowHandlers;
}

/** What a list other than this browser's provides for its rows. */
export interface RowParts {
  readonly Cell: ComponentType<CellProps>;
  readonly Action: ComponentType<ActionProps>;
}

export interface VisitsRowProps {
  readonly row: VisitSummary;
  readonly index: number;
  readonly columns: readonly Column[];
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly isNarrow: boolean;
  readonly now: number;
  readonly invoiceWords: string | undefined;
  readonly handlers: RowHandlers;
  readonly parts: RowParts;
  /** Changed since it was shown. */
  readonly isMarked: boolean;
  /** Reports the row height to the table; given to one row. */
  readonly measure: ((row: HTMLTableRowElement) => () => void) | undefined;
}
