import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { describeFailure } from "#room/api/describe-failure.ts";
import { operationQuery } from "#room/api/operation-query.ts";
import type { Person } from "#room/contract/schemas/person.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { PlusIcon } from "#room/ui/page-icons.tsx";
import { PageHeader } from "#room/ui/page-header.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { Select, TextField } from "#room/ui/text-field.tsx";
import { orderedPeople } from "./people-order.ts";
import { type PeopleOrder, peopleOrders } from "./people-search.ts";
import { type Doing, PeopleDialogs } from "./people-dialogs.tsx";
import { PeopleTable } from "./people-table.tsx";
import styles from "./people.module.css";

const asked = {};
const orderWords: Readonly<Record<PeopleOrder, string>> = {
  name: "User name",
  "last-sign-in": "Last sign-in, longest ago first",
  created: "Added, newest first",
};

/** Who may sign in here, and what they may do. */
export function PeoplePage() {
  const [doing, setDoing] = useState<Doing>();
  const { data, error, refetch } = useQuery(operationQuery("listPeople", asked));
  const failure = error ? describeFailure(error) : undefined;
  return (
    <div className={styles.page}>
      <PageHeader
        title="People"
        actions={
          <Button look="primary" icon={<PlusIcon />} onClick={() => setDoing({ what: "add" })}>
            Add a person
          </Button>
        }
      />
      {failure ? (
        <Banner
          tone="warn"
          role="alert"
          className={styles.notice ?? ""}
          title={failure.title}
          requestId={failure.requestId}
          actions={
            <Button size="small" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {failure.advice}
        </Banner>
      ) : null}
      {!data && !failure ? <EmptyState icon={<Spinner />} title="Loading the people…" /> : null}
      {data ? <Found people={data.people} onDo={setDoing} /> : null}
      <PeopleDialogs doing={doing} onDo={setDoing} />
    </div>
  );
}

function Found({
  people,
  onDo,
}: {
  readonly people: readonly Person[];
  readonly onDo: (doing: Doing) => void;
}) {
  const { sort = "name" } = useSearch({ from: "/console/admin/people" });
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const shown = orderedPeople(people, sort, typed);
  return (
    <>
      <div className={styles.bar}>
        <TextField
          label="Find"
          placeholder="Name, role or address"
          type="search"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Select
          label="Order"
          value={sort}
          onChange={({ target }) => {
            const order = peopleOrders.find((each) => each === target.value);
            void navigate({ to: "/admin/people", search: { sort: order }, replace: true });
          }}
        >
          {peopleOrders.map((order) => (
            <option key={order} value={order}>
              {orderWords[order]}
            </option>
          ))}
        </Select>
        <span className={styles.count} role="status">
          {shown.length === people.length
            ? `${people.length.toLocaleString()} ${people.length === 1 ? "person" : "people"}`
            : `${shown.length.toLocaleString()} of ${people.length.toLocaleString()} people`}
        </span>
      </div>
      {shown.length > 0 ? (
        <PeopleTable people={shown} onDo={onDo} />
      ) : (
        <EmptyState
          title="Nobody found"
          actions={<Button onClick={() => setTyped("")}>Show everybody</Button>}
        >
          Nobody’s name, role or addresses match all of that.
        </EmptyState>
      )}
    </>
  );
}
