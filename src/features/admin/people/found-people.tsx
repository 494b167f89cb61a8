import { counted } from "#room/contract/primitives/counted.ts";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { Person } from "#room/contract/schemas/person.ts";
import { Button } from "#room/ui/button.tsx";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { Select } from "#room/ui/select.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import { formatCount } from "#room/ui/formats.ts";
import type { Doing } from "./people-dialogs.tsx";
import { orderedPeople, pageOfPeople } from "./people-order.ts";
import { type PeopleOrder, peopleOrders } from "./people-search.ts";
import { PeopleTable } from "./people-table.tsx";
import styles from "./people.module.css";

const orderWords: Readonly<Record<PeopleOrder, string>> = {
  name: "User name",
  "last-sign-in": "Last sign-in, longest ago first",
  created: "Added, newest first",
};

interface FoundPeopleProps {
  readonly people: readonly Person[];
  readonly onDo: (doing: Doing) => void;
}

/** The people found, one page at a time. Sort order and page are in the URL; the search text, a name, is not. */
export function FoundPeople({ people, onDo }: FoundPeopleProps) {
  const { sort = "name", page: requested = 1 } = useSearch({ from: "/console/admin/people" });
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const found = orderedPeople(people, sort, typed);
  const { page, pages, first, shown } = pageOfPeople(found, requested);
  const list = useRef<HTMLDivElement>(null);
  const goTo = (next: { sort?: PeopleOrder | undefined; page?: number | undefined }) =>
    void navigate({
      to: "/admin/people",
      search: { sort: sort === "name" ? undefined : sort, page: undefined, ...next },
      replace: true,
    });
  const turn = (to: number) => {
    goTo({ page: to === 1 ? undefined : to });
    list.current?.scrollIntoView();
  };
  return (
    <>
      <div className={styles.bar} ref={list}>
        <TextField
          label="Find"
          placeholder="Name, role or address"
          type="search"
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            if (requested > 1) goTo({});
          }}
        />
        <Select
          label="Order"
          value={sort}
          onChange={({ target }) => goTo({ sort: peopleOrders.find((each) => each === target.value) })}
          options={peopleOrders.map((order) => [order, orderWords[order]] as const)}
        />
        <span className={`quiet nowrap ${styles.count}`} role="status">
          {found.length === people.length
            ? counted(people.length, "person", "people")
            : `${formatCount(found.length)} of ${formatCount(people.length)} people`}
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
      {pages > 1 ? (
        <nav aria-label="Pages of people" className={styles.pages}>
          <Button disabled={page === 1} onClick={() => turn(page - 1)}>
            Previous
          </Button>
          <span role="status">
            {formatCount(first)}–{formatCount(first + shown.length - 1)} of {formatCount(found.length)}
          </span>
          <Button disabled={page === pages} onClick={() => turn(page + 1)}>
            Next
          </Button>
        </nav>
      ) : null}
    </>
  );
}
