/**
 * Addresses carry plain text: `?code=250.00&reason=a&reason=b`. Every value is text and a repeated name is a list; the
 * router's default would read 250.00 as the number 250. A page's reader converts the text.
 */
export function parseSearch(search: string): Record<string, string | string[]> {
  const params = new URLSearchParams(search);
  const found: Record<string, string | string[]> = {};
  for (const name of new Set(params.keys())) {
    const values = params.getAll(name);
    found[name] = values.length > 1 ? values : (values[0] ?? "");
  }
  return found;
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) params.append(name, textOf(each));
    }
  }
  const text = params.toString();
  return text ? `?${text}` : "";
}

function textOf(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
