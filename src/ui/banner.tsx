import { type ReactNode, use } from "react";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";
import styles from "./banner.module.css";
import { AlertIcon, CheckIcon, InfoIcon, QuestionIcon } from "./icons.tsx";
import type { Tone } from "./state-badge.tsx";
import { SupportReportContext } from "./support-report-context.ts";
import { TechnicalIds } from "./technical-ids.tsx";

const icons: Record<Tone, ReactNode> = {
  ok: <CheckIcon />,
  warn: <AlertIcon />,
  bad: <AlertIcon />,
  ask: <QuestionIcon />,
  plain: <InfoIcon />,
  accent: <InfoIcon />,
};

export interface BannerProps {
  tone?: Tone;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** For the user to quote to support. */
  requestId?: string | undefined;
  /** Links to the support report. Defaults to true for bad and unknown. */
  isFailure?: boolean;
  /** "alert" interrupts a screen reader, "status" waits. Omit it for banners present when the page loads. */
  role?: "alert" | "status";
  /** Spans the full width at the top, without a frame. */
  isStrip?: boolean;
  className?: string;
}

export function Banner({
  tone = "plain",
  title,
  children,
  actions,
  requestId,
  isFailure = tone === "bad" || tone === "ask",
  role,
  isStrip,
  className,
}: BannerProps) {
  const openReport = use(SupportReportContext);
  return (
    <div data-tone={tone} className={classNames(styles.banner, isStrip && styles.strip, className)}>
      <span className={styles.icon}>{icons[tone]}</span>
      {/* Not the buttons: each change would be read with all of them. */}
      <div role={role} className={styles.words}>
        {title ? <div className={styles.title}>{title}</div> : null}
        {children ? <div className={styles.detail}>{children}</div> : null}
        {requestId ? <TechnicalIds ids={[`request ${requestId}`]} /> : null}
      </div>
      {actions || (isFailure && openReport) ? (
        <div className="row">
          {actions}
          {isFailure && openReport ? (
            <Button size="small" look="quiet" onClick={openReport}>
              Support report
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
