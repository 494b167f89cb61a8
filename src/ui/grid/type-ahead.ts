/** The only value that starts with what is typed; undefined when there are several, or it adds nothing. */
export function onlyOneFor(typed: string, values: readonly string[]): string | undefined {
  const begin = typed.toLowerCase();
  const found = values.filter((value) => value.toLowerCase().startsWith(begin));
  const [only] = found;
  return typed !== "" && found.length === 1 && only !== undefined && only.length > typed.length
    ? only
    : undefined;
}

/**
 * Completes what is typed to the only matching suggestion, as a spreadsheet does: the added part is selected, so that
 * the next character replaces it and Backspace removes it.
 */
export function completed(event: Event): void {
  const { target } = event;
  if (!(event instanceof InputEvent) || event.inputType !== "insertText" || event.isComposing) return;
  if (!(target instanceof HTMLInputElement) || !target.list) return;
  const { value, selectionStart } = target;
  if (selectionStart !== value.length) return;
  const only = onlyOneFor(
    value,
    [...target.list.options].map((option) => option.value),
  );
  if (only === undefined) return;
  target.value = only;
  target.setSelectionRange(value.length, only.length);
}
