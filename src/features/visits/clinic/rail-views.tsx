import { Link } from "@tanstack/react-router";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import rail from "#room/ui/rail-link.module.css";
import { clinicAddress } from "#room/features/visits/list/list-search.ts";
import styles from "./rail-views.module.css";
import { useSavedViews } from "./use-saved-views.ts";
import { openView } from "./view-address.ts";

/** The saved views in the rail, each with its current count; nothing when there are none. */
export function RailViews() {
  const workspace = useWorkspace();
  const views = useSavedViews();
  if (views.length === 0) return null;
  return (
    <nav aria-label="Saved views" className={styles.views}>
      <ul>
        {views.map(({ view, search, count }) => (
          <li key={view.viewId}>
            <Link
              to="/visits"
              search={clinicAddress.write(search)}
              activeOptions={{ exact: true, includeSearch: true }}
              activeProps={{ "aria-current": "page" }}
              className={rail.link ?? ""}
              title={view.isOwn ? view.name : `${view.name}, shared by ${view.owner}`}
              onClick={() => openView(view, workspace)}
            >
              <span className={rail.text}>{view.name}</span>
              <span className={rail.count}>{count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
