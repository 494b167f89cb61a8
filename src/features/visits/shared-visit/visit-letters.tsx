import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { operationQuery } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import editor from "#room/features/visits/editor/editor.module.css";
import styles from "./visit-story.module.css";
import { clinicTimes } from "#room/features/names/clinic-times.ts";
import { useNow } from "#room/ui/use-now.ts";

const few = 8;

const instantOf = (date: string | null | undefined) => Date.parse(`${(date ?? "").slice(0, 23)}Z`);

/** The letters about a visit that this person sent and received, and the way to write one. */
export function VisitLetters({ visitId }: { readonly visitId: string }) {
  const now = useNow(60_000);
  const canTell = useServiceConfig().extensions.includes("getConversation");
  const { data } = useQuery({ ...operationQuery("getConversation", { visitId }), enabled: canTell });
  if (!canTell || !data) return null;
  const letters = data.summaries.slice(0, few);
  return (
    <section aria-label="Messages about this visit">
      <h2 className={editor.sideTitle}>Messages</h2>
      {letters.length === 0 ? null : (
        <ol className={styles.letters}>
          {letters.map(({ messageId, subject, from, sentTo, sentBy, dateReceived }) => (
            <li key={messageId}>
              {sentTo && !sentBy ? (
                subject || "No subject"
              ) : (
                <Link to="/messages/$messageId" params={{ messageId: String(messageId) }}>
                  {subject || "No subject"}
                </Link>
              )}
              <small>
                {clinicTimes().moment(instantOf(dateReceived), now)} ·{" "}
                {sentTo ? `${sentBy ?? "you"} to ${sentTo.join(", ")}` : (from ?? "")}
              </small>
            </li>
          ))}
        </ol>
      )}
      <Link to="/messages/compose" search={{ visit: visitId }}>
        Write about this visit
      </Link>
    </section>
  );
}
