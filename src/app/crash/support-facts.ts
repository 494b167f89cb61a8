/** A problem that may be asked about, without any text that could contain patient data. */
export interface Incident {
  /** Milliseconds since 1970. */
  at: number;
  /** The failure's class: "TimedOut", "TypeError". */
  name: string;
  operation?: string | undefined;
  outcome?: string | undefined;
  requestId?: string | undefined;
  /** For an error of the console itself: its location in the code, without the message. */
  where?: string | undefined;
}

const kept = 50;
let incidents: readonly Incident[] = [];

/** Records what can be told about a failure, in memory only, for the support report. */
export function noteIncident(error: unknown): void {
  incidents = [...incidents, incidentOf(error)].slice(-kept);
}

export function recentIncidents(): readonly Incident[] {
  return incidents;
}

/** After a lock or sign-out, the next user must not see the first one's request ids. */
export function forgetIncidents(): void {
  incidents = [];
}

function incidentOf(error: unknown): Incident {
  const at = Date.now();
  if (!(error instanceof Error)) return { at, name: typeof error };
  const { name } = error;
  if ("operation" in error) {
    const [operation, outcome, requestId] = ["operation", "outcome", "requestId"].map((member) =>
      textOf(Reflect.get(error, member)),
    );
    return { at, name, operation, outcome, requestId };
  }
  return { at, name, where: framesOf(error) };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The stack frames in our own files, without the message, which may quote what was typed. */
export function framesOf(error: Error): string | undefined {
  const frames = [...(error.stack ?? "").matchAll(/\/([\w.-]+\.(?:js|tsx?))(?:\?[^:)\s]*)?:(\d+):(\d+)/g)];
  const places = frames.slice(0, 6).map(([, file, line, column]) => `${file}:${line}:${column}`);
  return places.length > 0 ? places.join(" < ") : undefined;
}
