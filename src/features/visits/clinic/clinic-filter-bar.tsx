import { type ReactNode, useState } from "react";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { useNames } from "#room/features/names/names-now.ts";
import { Filter, OnChip } from "#room/features/visits/queue/filter-chips.tsx";
import styles from "#room/features/visits/queue/filter-bar.module.css";
import { FindVisits } from "#room/features/visits/queue/find-visits.tsx";
import { ServiceDialog } from "#room/features/visits/queue/service-dialog.tsx";
import { serviceChoices, serviceWords } from "#room/features/visits/queue/service-filter.ts";
import { reasonKey } from "#room/features/visits/queue/situation.ts";
import { agesInDays } from "#room/features/visits/queue/visits-search.ts";
import { showDate } from "#room/billing/show-date.ts";
import { classNames } from "#room/ui/class-names.ts";
import { formatCount } from "#room/ui/formats.ts";
import { type MenuSection, Menu } from "#room/ui/menu.tsx";
import { RangeDialog, type RangeDialogProps } from "#room/features/visits/queue/range-dialog.tsx";
import { readAmounts, amountWords } from "./amount-range.ts";
import { type ClinicSearch, type Waited, waitedRanges } from "./clinic-search.ts";
import { NameOffers } from "./name-offers.tsx";
import { isMe, clinicStates } from "./clinic-words.ts";
import type { ReasonOffer } from "./reason-offers.ts";
import type { ClinicView } from "./use-clinic-view.ts";

/** Asks for the minimum and maximum amount. */
function AmountDialog(props: Pick<RangeDialogProps, "onChoose" | "onClose">) {
  return (
    <RangeDialog
      {...props}
      title="Amounts"
      from={{ label: "At least", inputMode: "decimal" }}
      to={{ label: "At most", inputMode: "decimal" }}
      read={readAmounts}
    />
  );
}

function receivedWords(age: string): string {
  if (age.endsWith("..")) return `Last event since ${showDate(age.slice(0, -2))}`;
  if (age.includes("-")) return `Last event on ${showDate(age)}`;
  return age === "1" ? "Last event in the last day" : `Last event in the last ${age} days`;
}

function waitedWords(waited: Waited): string {
  return `Waiting ${waited.replace("-", " to ").replace("+", " or more")} days`;
}

export interface ClinicFilterBarProps {
  readonly view: ClinicView;
  /** The loaded visits; the values they contain are offered as filters. */
  readonly served: readonly VisitRow[];
  readonly reasons: readonly ReasonOffer[];
  readonly me: string;
  readonly children: ReactNode;
}

/** The most values offered per filter. */
const most = 50;

function named(
  rows: readonly VisitRow[],
  idsOf: (row: VisitRow) => readonly (string | null | undefined)[],
): string[] {
  const found = new Set<string>();
  for (const row of rows) {
    for (const id of idsOf(row)) if (id) found.add(id);
    if (found.size >= most) break;
  }
  return [...found].sort();
}

/** The filters of the clinic's list: search words, and filters kept in the address. */
export function ClinicFilterBar({ view, served, reasons, me, children }: ClinicFilterBarProps) {
  const { search, change, typed, type } = view;
  const [asking, setAsking] = useState<"service" | "amount">();
  return (
    <div className={styles.bar}>
      <FindVisits placeholder="Name, date, amount…" typed={typed} onType={type} />
      <div className={styles.chips}>
        <StateChips search={search} change={change} />
        <Filter
          title="Reason"
          on={
            search.reason === ""
              ? undefined
              : `Reason: ${reasons.find(({ name }) => reasonKey(name) === search.reason)?.name ?? "none left"}`
          }
          onRemove={() => change({ reason: "" })}
          items={reasons.slice(0, most).map(({ name, count }) => ({
            id: name,
            label: name,
            ...(count === undefined ? {} : { detail: formatCount(count) }),
            run: () => change({ reason: reasonKey(name) }),
          }))}
        />
        <WhoFilter {...{ search, change, served, me }} />
        <Filter
          title="Date of service"
          on={search.service === "" ? undefined : serviceWords(search.service)}
          onRemove={() => change({ service: "" })}
          items={[
            ...serviceChoices
              .filter((service) => service !== "none")
              .map((service) => ({
                id: service,
                label: serviceWords(service),
                run: () => change({ service }),
              })),
            { id: "range", label: "Choose dates…", run: () => setAsking("service") },
          ]}
        />
        <Filter
          title="Amount"
          on={search.amount === "" ? undefined : amountWords(search.amount)}
          onRemove={() => change({ amount: "" })}
          items={[
            ...["100..", "500..", "1000.."].map((amount) => ({
              id: amount,
              label: amountWords(amount),
              run: () => change({ amount }),
            })),
            { id: "range", label: "Choose amounts…", run: () => setAsking("amount") },
          ]}
        />
        <NameOffers view={view} />
        <MoreFilters {...{ search, change, served }} />
      </div>
      <div className={styles.actions}>{children}</div>
      {asking === "service" ? (
        <ServiceDialog
          onClose={() => setAsking(undefined)}
          onChoose={(service) => {
            setAsking(undefined);
            change({ service });
          }}
        />
      ) : null}
      {asking === "amount" ? (
        <AmountDialog
          onClose={() => setAsking(undefined)}
          onChoose={(amount) => {
            setAsking(undefined);
            change({ amount });
          }}
        />
      ) : null}
    </div>
  );
}

/** An open visit is withheld or refused; the other tabs have a single state. */
function StateChips({ search, change }: Pick<ClinicView, "search" | "change">) {
  const { tab, state } = search;
  if (tab === "charged" || tab === "closed") return null;
  const choices = ["withheld", "refused"] as const satisfies ClinicSearch["state"][];
  return (
    <Filter
      title="State"
      on={state === "" ? undefined : `State: ${clinicStates[state][0].toLowerCase()}`}
      onRemove={() => change({ state: "" })}
      items={choices.map((each) => ({
        id: each,
        label: clinicStates[each][0],
        run: () => change({ state: each }),
      }))}
    />
  );
}

type FilterProps = Pick<ClinicView, "search" | "change"> & Pick<ClinicFilterBarProps, "served">;

function WhoFilter({ search, change, served, me }: FilterProps & { readonly me: string }) {
  const people = [...new Set(named(served, ({ takenBy }) => [takenBy]))].filter((name) => !isMe(name, me));
  const whoWords = search.who === "me" ? "me" : search.who === "free" ? "nobody" : search.who;
  return (
    <Filter
      title="Who has it"
      on={search.who === "" ? undefined : `Who has it: ${whoWords}`}
      onRemove={() => change({ who: "" })}
      items={[
        { id: "me", label: "Me", run: () => change({ who: "me" }) },
        { id: "free", label: "Nobody", run: () => change({ who: "free" }) },
        ...people.map((name) => ({
          id: `user ${name}`,
          label: name,
          run: () => change({ who: name }),
        })),
      ]}
    />
  );
}

/** Less common filters behind one button; active ones are shown beside the others. */
function MoreFilters({ search, change, served }: FilterProps) {
  const names = useNames();
  const ids = [
    { key: "practice", title: "Practice", found: named(served, ({ practiceId }) => [practiceId]) },
    { key: "payer", title: "Payer", found: named(served, ({ payerIds }) => payerIds) },
    { key: "provider", title: "Provider", found: named(served, ({ providerIds }) => providerIds) },
  ] as const;
  const more: MenuSection[] = [
    {
      title: "Waiting",
      items: waitedRanges.map((waited) => ({
        id: waited,
        label: waitedWords(waited),
        run: () => change({ waited }),
      })),
    },
    {
      title: "Last event",
      items: agesInDays.map((age) => ({ id: age, label: receivedWords(age), run: () => change({ age }) })),
    },
    ...ids.map(({ key, title, found }) => ({
      title,
      items: found.map((id) => ({
        id: `${key} ${id}`,
        label: names.words(key, id),
        run: () => change({ [key]: id }),
      })),
    })),
  ].filter(({ items }) => items.length > 0);
  return (
    <>
      {search.waited === "" ? null : (
        <OnChip words={waitedWords(search.waited)} onRemove={() => change({ waited: "" })} />
      )}
      {search.age === "" ? null : (
        <OnChip words={receivedWords(search.age)} onRemove={() => change({ age: "" })} />
      )}
      {ids.map(({ key, title }) =>
        search[key] === "" ? null : (
          <OnChip
            key={key}
            words={`${title}: ${names.words(key, search[key])}`}
            onRemove={() => change({ [key]: "" })}
          />
        ),
      )}
      <Menu
        label="More filters"
        sections={more}
        placement="bottom start"
        className={classNames(styles.chip, styles.add)}
      >
        <span aria-hidden="true">+</span> More
      </Menu>
    </>
  );
}
