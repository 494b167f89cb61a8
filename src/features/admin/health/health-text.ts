import type { HealthCheck } from "#room/contract/operations/upkeep.ts";

/** An offset this large is a problem, since leases, ages and times of day are shown by this clock. */
const muchOffMs = 2 * 60_000;

/** How far this computer's clock is off the server's. */
export function clockCheck(offMs: number): HealthCheck {
  const name = "This computer’s clock";
  const off = Math.abs(offMs);
  if (off < muchOffMs) return { name, value: "agrees with the server’s" };
  const minutes = Math.round(off / 60_000).toLocaleString("en-US");
  return {
    name,
    value: `${minutes} minutes ${offMs > 0 ? "ahead of" : "behind"} the server’s`,
    act: "Correct whichever clock is wrong: this computer’s or the server’s.",
  };
}

export function healthText(at: string, checks: readonly HealthCheck[]): string {
  const lines = checks.map(({ name, value, act }) => `${name}: ${value}${act ? `\n  ! ${act}` : ""}`);
  return [`Health at ${at} UTC`, ...lines].join("\n");
}
