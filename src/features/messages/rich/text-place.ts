/** A position in a multi-line field, kept while a dialog has the focus. */
export interface TextPlace {
  /** The text selected there. */
  readonly selected: string;
  /** Focuses the field with its previous caret or selection. */
  returnTo(): void;
  /** Replaces the selection with the text as if typed, so that Undo works. */
  insert(text: string): void;
}

/** The caret's position in the text field within a part of the page: a textarea or rich text. */
export function textPlace(part: HTMLElement | null): TextPlace | undefined {
  const field = part?.querySelector<HTMLElement>("textarea, [contenteditable]");
  if (!field) return undefined;
  const place = field instanceof HTMLTextAreaElement ? plainPlace(field) : richPlace(field);
  return {
    ...place,
    insert(text) {
      place.returnTo();
      document.execCommand("insertText", false, text);
    },
  };
}

function plainPlace(field: HTMLTextAreaElement): Omit<TextPlace, "insert"> {
  const { selectionStart, selectionEnd, value } = field;
  return {
    selected: value.slice(selectionStart, selectionEnd),
    returnTo() {
      field.focus();
      field.setSelectionRange(selectionStart, selectionEnd);
    },
  };
}

function richPlace(field: HTMLElement): Omit<TextPlace, "insert"> {
  const selection = document.getSelection();
  const isInside = selection !== null && selection.rangeCount > 0 && field.contains(selection.anchorNode);
  const range = isInside ? selection.getRangeAt(0).cloneRange() : endOf(field);
  return {
    selected: isInside ? selection.toString() : "",
    returnTo() {
      field.focus();
      selection?.removeAllRanges();
      selection?.addRange(range);
    },
  };
}

/** After the last text, inside its paragraph. */
function endOf(field: HTMLElement): Range {
  const range = document.createRange();
  range.selectNodeContents(field.lastElementChild ?? field);
  range.collapse(false);
  return range;
}
