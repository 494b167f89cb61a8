import { dateOfWire } from "#room/contract/primitives/wire-date-time.ts";
import type { ProgramKey } from "#room/contract/schemas/program-key.ts";
import { StateBadge } from "#room/ui/state-badge.tsx";

const soonMs = 30 * 86_400_000;

/** Whether a key works, or why not. */
export function KeyState({
  keyRow: { state, expiresAt },
  now,
}: {
  readonly keyRow: ProgramKey;
  readonly now: number;
}) {
  if (state === "ended") return <StateBadge tone="plain">Ended</StateBadge>;
  if (state === "held") return <StateBadge tone="bad">Made before the restore</StateBadge>;
  if (state === "expired") return <StateBadge tone="bad">Expired</StateBadge>;
  const left = (dateOfWire(expiresAt)?.getTime() ?? 0) - now;
  return left < soonMs ? (
    <StateBadge tone="warn">Expires soon</StateBadge>
  ) : (
    <StateBadge tone="ok">Works</StateBadge>
  );
}
