import { type ReactNode, useState } from "react";
import { useNames } from "#room/features/names/names-now.ts";
import styles from "./filter-bar.module.css";
import { Filter, OnChip } from "./filter-chips.tsx";
import { FindVisits } from "./find-visits.tsx";
import { ServiceDialog } from "./service-dialog.tsx";
import { serviceChoices, serviceWords } from "./service-filter.ts";
import { labelOf } from "./queue-state.ts";
import type { Queue } from "./use-queue.ts";
import type { Age } from "./visits-search.ts";
import { agesInDays } from "./visits-search.ts";

const ageWords: Readonly<Record<Age, string>> = {
  "": "Any time",
  "1": "Last 24 hours",
  "7": "Last 7 days",
  "30": "Last 30 days",
};

/** The table's filters: search words, and filters kept in the address. */
export function FilterBar({ queue, children }: { queue: Queue; children: ReactNode }) {
  const { search, overview, change, typed, type } = queue;
  const [isAsking, setAsking] = useState(false);
  const names = useNames();
  const reason = overview.reasons.find((each) => each.key === search.reason);
  return (
    <div className={styles.bar}>
      <FindVisits placeholder="Visit, date, CPT, issue…" typed={typed} onType={type} />
      <div className={styles.chips}>
        {search.states.map((state) => (
          <OnChip
            key={state}
            words={`State: ${labelOf(state).toLowerCase()}`}
            onRemove={() => change({ states: search.states.filter((each) => each !== state) })}
          />
        ))}
        <Filter
          title="Reason"
          on={search.reason === "" ? undefined : `Reason: ${reason?.words ?? "none left"}`}
          onRemove={() => change({ reason: "" })}
          items={overview.reasons.slice(0, 30).map(({ key, words, count }) => ({
            id: key,
            label: words,
            detail: count.toLocaleString(),
            run: () => change({ reason: key }),
          }))}
        />
        <Filter
          title="Practice"
          on={search.practice === "" ? undefined : `Practice: ${names.words("practice", search.practice)}`}
          onRemove={() => change({ practice: "" })}
          items={overview.practices.slice(0, 50).map((practice) => ({
            id: practice,
            label: names.words("practice", practice),
            run: () => change({ practice }),
          }))}
        />
        <Filter
          title="Date of service"
          on={search.service === "" ? undefined : serviceWords(search.service)}
          onRemove={() => change({ service: "" })}
          items={[
            ...serviceChoices.map((service) => ({
              id: service,
              label: serviceWords(service),
              run: () => change({ service }),
            })),
            { id: "range", label: "Choose dates…", run: () => setAsking(true) },
          ]}
        />
        <Filter
          title="Last activity"
          on={search.age === "" ? undefined : `Active: ${ageWords[search.age].toLowerCase()}`}
          onRemove={() => change({ age: "" })}
          items={agesInDays.map((age) => ({ id: age, label: ageWords[age], run: () => change({ age }) }))}
        />
      </div>
      <div className={styles.actions}>{children}</div>
      {isAsking ? (
        <ServiceDialog
          onClose={() => setAsking(false)}
          onChoose={(service) => {
            setAsking(false);
            change({ service });
          }}
        />
      ) : null}
    </div>
  );
}
