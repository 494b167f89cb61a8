import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { describeFailure } from "#room/api/describe-failure.ts";
import { operationQuery } from "#room/api/operation-query.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { PlusIcon } from "#room/ui/page-icons.tsx";
import { PageHeader } from "#room/ui/page-header.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { FoundPeople } from "./found-people.tsx";
import { type Doing, PeopleDialogs } from "./people-dialogs.tsx";
import styles from "./people.module.css";

const asked = {};

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
      {data ? <FoundPeople people={data.people} onDo={setDoing} /> : null}
      <PeopleDialogs doing={doing} onDo={setDoing} />
    </div>
  );
}
