/** Something that went wrong and may be asked about: no words of the failure that could hold a patient's data. */
export interface Incident {
  /** Milliseconds since 1970. */
  at: number;
  /** The failure's class: "TimedOut", "TypeError". */
  name: string;
  operation?: string | undefined;
  outcome?: string | undefined;
  requestId?: string | undefined;
  /** For a fault of the console itself: where in its code, without the message. */
  where?: string | undefined;
}

const kept = 50;
let incidents: readonly Incident[] = [];

/** Keeps what can be told of a failure, in memory only, for the support report. */
export function noteIncident(error: unknown): void {
  incidents = [...incidents, incidentOf(error)].slice(-kept);
}

export function recentIncidents(): readonly Incident[] {
  return incidents;
}

/** At lock and sign-out the next person must not read the first one's request ids. */
export function forgetIncidents(): void {
  incidents = [];
}

function incidentOf(error: unknown): Incident {
  const at = Date.now();
  if (!(error instanceof Error)) return { at, name: typeof error };
  const { name } = error;
  if ("operation" in error) {
    const textAt = (member: string) => textOf(Reflect.get(error, member));
    const [operation, outcome, requestId] = [textAt("operation"), textAt("outcome"), textAt("requestId")];
    return { at, name, operation, outcome, requestId };
  }
  return { at, name, where: framesOf(error) };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The places in our own files, without the message, which may quote what was typed. */
export function framesOf(error: Error): string | undefined {
  const frames = [...(error.stack ?? "").matchAll(/\/([\w.-]+\.(?:js|tsx?))(?:\?[^:)\s]*)?:(\d+):(\d+)/g)];
  const places = frames.slice(0, 6).map(([, file, line, column]) => `${file}:${line}:${column}`);
  return places.length > 0 ? places.join(" < ") : undefined;
}
