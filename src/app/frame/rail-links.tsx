import { type ReactNode, useEffect } from "react";
import { useQuery } from "@tanstack/react-query";
import type { OperationKey } from "#room/contract/registry.ts";
import type { Right } from "#room/contract/rights.ts";
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

export interface RailLink {
  to:
    | "/visits"
    | "/overview"
    | "/figures"
    | "/messages"
    | "/diagnosis"
    | "/directory"
    | "/admin/clinic"
    | "/admin/people"
    | "/admin/trail"
    | "/admin/health"
    | "/admin/keys";
  label: string;
  icon: ReactNode;
  /** A separate component, so that a new number does not render the rest of the rail. */
  count?: ReactNode;
  right: Right;
  /** Only if the service has this extension. */
  needs?: OperationKey;
}

export const railLinks: readonly RailLink[] = [
  { to: "/visits", label: "Visits", icon: <VisitIcon />, count: <LateVisitCount />, right: "visits" },
  { to: "/overview", label: "Overview", icon: <ChartIcon />, right: "visits", needs: "summarizeVisits" },
  { to: "/messages", label: "Messages", icon: <MessageIcon />, count: <UnreadCount />, right: "messages" },
  { to: "/diagnosis", label: "Codes", icon: <DiagnosisIcon />, right: "codes" },
  { to: "/figures", label: "Day sheet", icon: <SheetIcon />, right: "visits", needs: "getDaySheet" },
  { to: "/directory", label: "Directory", icon: <DirectoryIcon />, right: "visits", needs: "listDirectory" },
  { to: "/admin/clinic", label: "Clinic", icon: <ClinicIcon />, right: "clinic", needs: "saveClinic" },
  { to: "/admin/people", label: "People", icon: <PeopleIcon />, right: "people", needs: "listPeople" },
  { to: "/admin/trail", label: "Audit log", icon: <TrailIcon />, right: "trail", needs: "listAuditEntries" },
  { to: "/admin/health", label: "Health", icon: <HealthIcon />, right: "health", needs: "getHealth" },
  { to: "/admin/keys", label: "API keys", icon: <KeyIcon />, right: "keys", needs: "listKeys" },
];

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
          title={
            needy.length === 1
              ? "1 sent message needs attention"
              : `${needy.length} sent messages need attention`
          }
          aria-hidden="true"
        >
          <StateMark tone="bad" /> {needy.length}
        </span>
      ) : null}
      <RailCount count={unread} title={`${formatCount(unread)} unread`} />
    </>
  );
}
