import { shownCaller } from "#room/contract/caller-name.ts";
import { dateOfWire, msOf } from "#room/contract/primitives/wire-date-time.ts";
import type { ProgramKey } from "#room/contract/schemas/program-key.ts";
import { clinicDayText } from "#room/features/names/clinic-day-text.ts";
import { formatToMinute } from "#room/ui/formats.ts";
import { useNames } from "#room/features/names/names-now.ts";
import { Button } from "#room/ui/button.tsx";
import { StateBadge } from "#room/ui/state-badge.tsx";
import styles from "./keys.module.css";
import { wordsOfOperation } from "./operation-words.ts";

const soonMs = 30 * 86_400_000;

function KeyState({
  keyRow: { state, expiresAt },
  now,
}: {
  readonly keyRow: ProgramKey;
  readonly now: number;
}) {
  if (state === "ended") return <StateBadge tone="plain">Ended</StateBadge>;
  if (state === "held") return <StateBadge tone="bad">Made before the restore</StateBadge>;
  if (state === "expired") return <StateBadge tone="bad">Expired</StateBadge>;
  const left = msOf(expiresAt) - now;
  return left < soonMs ? (
    <StateBadge tone="warn">Expires soon</StateBadge>
  ) : (
    <StateBadge tone="ok">Works</StateBadge>
  );
}

export function minuteText(at: string | null | undefined): string | undefined {
  const date = dateOfWire(at);
  return date && formatToMinute(date);
}

interface KeyCardProps {
  readonly keyRow: ProgramKey;
  /** The service's time. */
  readonly now: number;
  /** For one made before a restore. */
  readonly onConfirm: () => void;
  readonly onRotate: () => void;
  /** For an old secret with its mark, or for the key. */
  readonly onEnd: (secret?: string) => void;
}

export function KeyCard({ keyRow, now, onConfirm, onRotate, onEnd }: KeyCardProps) {
  const names = useNames();
  const { name, state, operations, practices, secrets, lastUsedAt, lastUsedFrom } = keyRow;
  const current = secrets.find(({ worksUntil }) => !worksUntil);
  const old = secrets.filter(({ worksUntil }) => worksUntil);
  const used = minuteText(lastUsedAt);
  return (
    <li className="card" aria-label={name}>
      <div className="row">
        <h2 className={styles.name}>{name}</h2>
        <KeyState keyRow={keyRow} now={now} />
        {state === "ended" ? null : (
          <span className={`row ${styles.buttons}`}>
            {state === "held" ? (
              <Button size="small" onClick={onConfirm} aria-label={`Let ${name} work again`}>
                Let it work
              </Button>
            ) : null}
            <Button size="small" onClick={onRotate} aria-label={`Rotate ${name}`}>
              Rotate
            </Button>
            <Button size="small" look="quiet" onClick={() => onEnd()} aria-label={`End ${name}`}>
              End
            </Button>
          </span>
        )}
      </div>
      <dl className="facts">
        <dt>May</dt>
        <dd>{operations.map(wordsOfOperation).join(" · ")}</dd>
        <dt>Practices</dt>
        <dd>
          {practices.length === 0 ? "All" : practices.map((id) => names.words("practice", id)).join(" · ")}
        </dd>
        <dt>Last used</dt>
        <dd>{used ? `${used}${lastUsedFrom ? ` from ${lastUsedFrom}` : ""}` : "Never"}</dd>
        <dt>{state === "ended" ? "Ended" : state === "expired" ? "Expired" : "Expires"}</dt>
        <dd>
          {state === "ended"
            ? `${clinicDayText(keyRow.endedAt)}${keyRow.endedBy ? ` by ${shownCaller(keyRow.endedBy)}` : ""}`
            : clinicDayText(keyRow.expiresAt)}
        </dd>
        <dt>Key</dt>
        <dd>
          {current ? <code>…{current.hint}</code> : null} added {clinicDayText(keyRow.createdAt)}
          {keyRow.createdBy ? ` by ${keyRow.createdBy}` : ""}
        </dd>
        {old.map((secret) => (
          <Old key={secret.mark} secret={secret} name={name} onEnd={() => onEnd(secret.mark)} />
        ))}
      </dl>
    </li>
  );
}

/** A previous secret: whether the program still sends it. */
function Old({
  secret: { hint, worksUntil, lastUsedAt },
  name,
  onEnd,
}: {
  readonly secret: ProgramKey["secrets"][number];
  readonly name: string;
  readonly onEnd: () => void;
}) {
  return (
    <>
      <dt>Old key</dt>
      <dd>
        <code>…{hint}</code> works until {minuteText(worksUntil)};{" "}
        {lastUsedAt ? `last used ${minuteText(lastUsedAt)}` : "never used"}{" "}
        <Button size="small" look="quiet" onClick={onEnd} aria-label={`End the old key of ${name}`}>
          End now
        </Button>
      </dd>
    </>
  );
}
