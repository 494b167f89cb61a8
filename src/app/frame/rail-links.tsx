import { type ReactNode, useEffect } from "react";
import { counted } from "#room/contract/primitives/counted.ts";
import { useQuery } from "@tanstack/react-query";
import { setTitleCount } from "#room/app/page-titles.ts";
import {
  ChartIcon,
  ClinicIcon,
  DiagnosisIcon,
  DirectoryIcon,
  HealthIcon,
  KeyIcon,
  MessageIcon,
  PeopleIcon,
  SheetIcon,
  TrailIcon,
  VisitIcon,
} from "#room/ui/page-icons.tsx";
import { useMay } from "#room/api/account.ts";
import { inboxQuery } from "#room/features/messages/inbox/inbox-query.ts";
import { useSentLetters } from "#room/features/messages/sent/use-needy-letters.ts";
import { StateMark } from "#room/ui/state-badge.tsx";
import { useUnreadCount } from "#room/features/messages/marks/unread-count.ts";
import { Later } from "#room/features/parts/later.tsx";
import { loadPart } from "#room/features/parts/load-part.ts";
import { pages } from "./page-commands.ts";
import { RailCount } from "./rail-count.tsx";
import { classNames } from "#room/ui/class-names.ts";
import rail from "#room/ui/rail-link.module.css";
import { formatCount } from "#room/ui/formats.ts";
import styles from "./shell.module.css";

const VisitCount = loadPart(async () => (await import("./visit-count.tsx")).VisitCount);

const none: readonly [] = [];

function useUnread(): number {
  const mayRead = useMay("messages");
  const { data } = useQuery({ ...inboxQuery, enabled: mayRead });
  return useUnreadCount(data?.isWhole ? data.summaries : none);
}

interface InRail {
  readonly icon: ReactNode;
  /** A separate component, so that a new number does not render the rest of the rail. */
  readonly count?: ReactNode;
}

const shown: Readonly<Record<string, InRail>> = {
  "/visits": { icon: <VisitIcon />, count: <LateVisitCount /> },
  "/overview": { icon: <ChartIcon /> },
  "/messages": { icon: <MessageIcon />, count: <UnreadCount /> },
  "/diagnosis": { icon: <DiagnosisIcon /> },
  "/figures": { icon: <SheetIcon /> },
  "/directory": { icon: <DirectoryIcon /> },
  "/admin/clinic": { icon: <ClinicIcon /> },
  "/admin/people": { icon: <PeopleIcon /> },
  "/admin/trail": { icon: <TrailIcon /> },
  "/admin/health": { icon: <HealthIcon /> },
  "/admin/keys": { icon: <KeyIcon /> },
};

export type RailLink = (typeof railLinks)[number];

/** The pages that have a link, in the order of the rail. */
export const railLinks = Object.entries(shown).flatMap(([to, look]) =>
  pages.flatMap((page) => (page.to === to ? { ...page, ...look } : [])),
);

function LateVisitCount() {
  return (
    <Later>
      <VisitCount />
    </Later>
  );
}

function UnreadCount() {
  const unread = useUnread();
  useEffect(() => {
    setTitleCount(unread);
    return () => setTitleCount(0);
  }, [unread]);
  const { needy } = useSentLetters();
  return (
    <>
      {needy.length > 0 ? (
        <span
          className={classNames(rail.count, styles.count, styles.attention)}
          title={`${counted(needy.length, "sent message needs", "sent messages need")} attention`}
          aria-hidden="true"
        >
          <StateMark tone="bad" /> {needy.length}
        </span>
      ) : null}
      <RailCount count={unread} title={`${formatCount(unread)} unread`} />
    </>
  );
}
