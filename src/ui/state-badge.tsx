import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./state-badge.module.css";

/**
 * ok: charged, valid, delivered. warn: withheld, a warning. bad: refused. ask: unknown. plain: a draft. accent: in
 * progress.
 */
export type Tone = "ok" | "warn" | "bad" | "ask" | "plain" | "accent";

/** Each tone has its own shape, so that color is never the only sign. */
const marks: Record<Tone, ReactNode> = {
  ok: <circle cx="4" cy="4" r="3.5" fill="currentColor" />,
  warn: <path d="M4 .5 7.8 7.500H.2z" fill="currentColor" />,
  bad: <path d="M1 1h6v6H1z" fill="currentColor" />,
  ask: <circle cx="4" cy="4" r="2.75" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  plain: <circle cx="4" cy="4" r="3" fill="none" stroke="currentColor" strokeDasharray="2 1.5" />,
  accent: <path d="M4 .5A3.5 3.5 0 0 1 4 7.500z" fill="currentColor" stroke="currentColor" />,
};

export function StateMark({ tone }: { tone: Tone }) {
  return (
    <svg className={styles.mark} data-tone={tone} viewBox="0 0 8 8" aria-hidden="true">
      {marks[tone]}
    </svg>
  );
}

export interface StateBadgeProps {
  tone: Tone;
  children: ReactNode;
  /** Without the pill background, where many are close together. */
  isBare?: boolean;
}

export function StateBadge({ tone, children, isBare = false }: StateBadgeProps) {
  return (
    <span className={classNames(styles.badge, isBare && styles.bare)} data-tone={tone}>
      <StateMark tone={tone} />
      {children}
    </span>
  );
}

export function Badge({ children }: { children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone="plain">
      {children}
    </span>
  );
}
