/** Today in the user's time zone as `yyyy-MM-dd`: after seven in the evening in New York, UTC is a day ahead. */
export function todayHere(now = new Date()): string {
  const part = (value: number) => String(value).padStart(2, "0");
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`;
}
