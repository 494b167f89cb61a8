import { useParams } from "@tanstack/react-router";

/** The editor of one event: `/visits/new` and `/visits/<eventId>`. */
export function VisitEditorPage() {
  const { eventId } = useParams({ strict: false });
  return <h1>Visit charge {eventId ?? "new"}</h1>;
}
