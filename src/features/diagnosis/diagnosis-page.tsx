import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useCodeSets } from "#room/api/code-sets-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { latePart } from "#room/features/parts/late-part.tsx";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { commandsOf, useCommands } from "#room/ui/commands.ts";
import { Page } from "#room/ui/page.tsx";
import { Tabs } from "#room/ui/tabs.tsx";
import { diagnosisTabs, type DiagnosisTab } from "./diagnosis-search.ts";
import { LookUp } from "./look-up/look-up.tsx";

const BatchPanel = latePart(async () => (await import("./batch/batch-panel.tsx")).BatchPanel);
const ProceduresPanel = latePart(
  async () => (await import("./procedures/procedures-panel.tsx")).ProceduresPanel,
);
const SetsPanel = latePart(async () => (await import("./sets/sets-panel.tsx")).SetsPanel);

const route = getRouteApi("/console/diagnosis");
const command = commandsOf("Codes");

const titles: Readonly<Record<DiagnosisTab, string>> = {
  lookup: "Look up",
  procedures: "Procedures",
  batch: "Batch",
  sets: "Code sets",
};

export function DiagnosisPage() {
  const navigate = useNavigate();
  const { tab = "lookup" } = route.useSearch();
  const sets = useCodeSets().data;
  // From the configuration, which is there before the page: with tabs that come later, the address's tab would first
  // open as another.
  const { extensions } = useServiceConfig();
  const tabs = diagnosisTabs.filter(
    (id) =>
      (id !== "sets" || extensions.includes("listCodeSets")) &&
      (id !== "procedures" || extensions.includes("checkProcedures")),
  );
  const selected = tabs.includes(tab) ? tab : "lookup";
  const go = (next: DiagnosisTab) =>
    void navigate({ to: "/diagnosis", search: next === "lookup" ? {} : { tab: next } });
  useCommands(tabs.map((id) => command(`diagnosis.${id}`, `Diagnosis: ${titles[id]}`, "", () => go(id))));
  return (
    <Page title="Codes">
      <Tabs
        label="Sections"
        items={tabs.map((id) => ({ id, label: titles[id] }))}
        selected={selected}
        onSelect={go}
      >
        {sets && sets.warnings.length > 0 && (selected === "lookup" || selected === "batch") ? (
          <Banner
            tone="warn"
            isStrip
            actions={
              <Button size="small" onClick={() => go("sets")}>
                Code sets
              </Button>
            }
          >
            {sets.warnings.join(" ")}
          </Banner>
        ) : null}
        <Panel tab={selected} />
      </Tabs>
    </Page>
  );
}

function Panel({ tab }: { readonly tab: DiagnosisTab }) {
  if (tab === "batch") return <BatchPanel />;
  if (tab === "procedures") return <ProceduresPanel />;
  return tab === "sets" ? <SetsPanel /> : <LookUp />;
}
