import type { TextPlace } from "./writing-field.ts";

/** What the toolbar does, but for its link, which asks first. */
export type WritingTool =
  | "bold"
  | "italic"
  | "underline"
  | "bullets"
  | "numbers"
  | "quote"
  | "unquote"
  | "addRow"
  | "deleteRow"
  | "deleteTable";

/** What holds where the cursor is. */
export interface WritingState {
  readonly isOn: Readonly<Partial<Record<WritingTool, boolean>>>;
  readonly isInTable: boolean;
}

export interface RichPlace extends TextPlace {
  /** Makes the selected words a link, or writes its address as one. */
  link(href: string): void;
}

/** The field once it can be formatted. */
export interface Writer {
  focus(): void;
  showCursor(): void;
  place(): RichPlace;
  use(tool: WritingTool): void;
  paste(html: string, text: string): void;
  /** What was written before it, with its cursor. */
  take(typed: HTMLTextAreaElement): void;
  setInvalid(isInvalid: boolean): void;
  destroy(): void;
}

/** At once, or as soon as the text can be formatted; `otherwise` if that takes too long. */
export type WithWriter = (run: (writer: Writer) => void, otherwise?: () => void) => void;
