/** The text that a field's element holds; a box says "true" or "false". */
export function fieldText(field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement): string {
  if (field instanceof HTMLInputElement && field.type === "checkbox") return String(field.checked);
  return field.value;
}

/** Writes a text into a field's element, as it would show it. */
export function showText(
  field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
  text: string,
): void {
  if (field instanceof HTMLInputElement && field.type === "checkbox") {
    if (field.checked !== (text === "true")) field.checked = text === "true";
  } else if (field.value !== text) field.value = text;
}

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The element as a field with a name, or undefined. */
export function fieldOf(target: EventTarget | null): Field | undefined {
  const isField =
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement;
  return isField && target.name !== "" ? target : undefined;
}
