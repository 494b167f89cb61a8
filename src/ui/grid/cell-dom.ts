export function fieldText(field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement): string {
  if (field instanceof HTMLInputElement && field.type === "checkbox") return String(field.checked);
  return field.value;
}

export function showText(
  field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
  text: string,
): void {
  if (field instanceof HTMLInputElement && field.type === "checkbox") {
    if (field.checked !== (text === "true")) field.checked = text === "true";
  } else if (field.value !== text) field.value = text;
}

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export function fieldOf(target: EventTarget | null): Field | undefined {
  const isField =
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement;
  return isField && target.name !== "" ? target : undefined;
}
