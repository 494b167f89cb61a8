import { currentAppearance } from "#room/app/appearance.ts";
import { serviceConfig } from "#room/api/service-config.ts";
import { recentIncidents, type Incident } from "./support-facts.ts";

const opened = Date.now();

export interface ReportSource {
  incidents: readonly Incident[];
  /** The address, with shortened ids. */
  pathname: string;
  now: number;
  more?: Record<string, string | number | boolean | undefined>;
}

/**
 * What support may see: version, settings, states, timings, request ids. Built from a fixed list of members, never from
 * page content, so there is no patient data to remove.
 */
export function supportReport(source: Partial<ReportSource> = {}): string {
  const { incidents = recentIncidents(), pathname = location.pathname, now = Date.now(), more = {} } = source;
  const { version, demo, repeatedEvents, extensionNames, apiBase } = serviceConfig();
  const { theme, density } = currentAppearance();
  const lines: [string, unknown][] = [
    ["Made at", new Date(now).toISOString()],
    ["Console version", version ?? "not reported by the service"],
    ["Page", withoutIds(pathname)],
    ["Open for", `${String(Math.round((now - opened) / 1000))} s`],
    ["Online", navigator.onLine],
    ["Service", `${apiBase || "same address"}${demo ? ", demonstration" : ""}`],
    ["Repeated events", repeatedEvents],
    ["Extensions", extensionNames.join(", ") || "none"],
    ["Window", `${String(innerWidth)} × ${String(innerHeight)} at ${String(devicePixelRatio)}`],
    ["Look", `${theme}, ${density}`],
    ["Time zone", Intl.DateTimeFormat().resolvedOptions().timeZone],
    ["Browser", navigator.userAgent],
    ...Object.entries(more),
  ];
  const facts = lines.map(([name, value]) => `${name}: ${String(value ?? "unknown")}`);
  return [...facts, "", "What went wrong lately:", ...incidentLines(incidents)].join("\n");
}

/** Event, visit and message ids lead to a patient's record; the first characters are enough to identify the page. */
export function withoutIds(pathname: string): string {
  return pathname
    .split("/")
    .map((part) =>
      /^[0-9a-f-]{32,36}$/i.test(part) ? `${part.slice(0, 4)}…` : /^\d+$/.test(part) ? "…" : part,
    )
    .join("/");
}

function incidentLines(incidents: readonly Incident[]): string[] {
  if (incidents.length === 0) return ["nothing"];
  return incidents.map(({ at, name, operation, outcome, requestId, where }) =>
    [
      new Date(at).toISOString(),
      name,
      operation,
      outcome ? `outcome ${outcome}` : undefined,
      requestId ? `request ${requestId}` : undefined,
      where,
    ]
      .filter(Boolean)
      .join(" · "),
  );
}
