import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { capital } from "#room/billing/capital.ts";
import { useMay } from "#room/api/account.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { fetchNames } from "#room/features/names/fetch-names.ts";
import { useKept, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { Page } from "#room/ui/page.tsx";
import { Tabs } from "#room/ui/tabs.tsx";
import { directoryTabs, type DirectoryTab } from "./directory-search.ts";
import { EntriesPanel } from "./entries-panel.tsx";
import { ImportPanel } from "./import/import-panel.tsx";
import { kindWords } from "./kind-words.ts";
import { UnnamedPanel } from "./unnamed-panel.tsx";

const route = getRouteApi("/console/directory");

function titleOfTab(tab: DirectoryTab): string {
  if (tab === "unnamed") return "No name yet";
  return tab === "import" ? "Import" : capital(kindWords[tab].many);
}

export function DirectoryPage() {
  const navigate = useNavigate();
  const { tab = "practice", name } = route.useSearch();
  const { directory } = useWorkspace();
  const { entries } = useKept(directory);
  const mayEdit = useMay("directory");
  const hasDirectory = useServiceConfig().extensions.includes("listDirectory");
  useEffect(() => {
    if (hasDirectory) void fetchNames(directory).catch(() => undefined);
  }, [directory, hasDirectory]);
  const tabs = directoryTabs.filter((each) => mayEdit || (each !== "import" && each !== "unnamed"));
  const selected = tabs.includes(tab) ? tab : "practice";
  const go = (next: DirectoryTab) => void navigate({ to: "/directory", search: { tab: next } });
  const countOf = (each: DirectoryTab) =>
    each === "unnamed" || each === "import" ? undefined : entries.filter(({ kind }) => kind === each).length;
  return (
    <Page title="Directory">
      {hasDirectory || entries.length > 0 ? (
        <Tabs
          label="Directory"
          items={tabs.map((id) => ({ id, label: titleOfTab(id), count: countOf(id) }))}
          selected={selected}
          onSelect={go}
        >
          {selected === "unnamed" ? (
            <UnnamedPanel />
          ) : selected === "import" ? (
            <ImportPanel />
          ) : (
            <EntriesPanel key={selected} kind={selected} toName={name} />
          )}
        </Tabs>
      ) : (
        <EmptyState title="This service has no directory">
          Practices, providers, payers and fees are shown by their IDs.
        </EmptyState>
      )}
    </Page>
  );
}
