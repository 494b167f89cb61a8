export type RowAction = "retry" | "withdraw" | "merge" | "invoice" | "attempts" | "take";

export interface RowHandlers {
  readonly toggle: (eventId: string) => void;
  readonly extendTo: (eventId: string) => void;
  readonly act: (action: RowAction, eventId: string) => void;
  readonly open: (eventId: string) => void;
  readonly activate: (eventId: string) => void;
}
