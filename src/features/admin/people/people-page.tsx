import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { describeFailure } from "#room/api/describe-failure.ts";
import { operationQuery } from "#room/api/operation-query.ts";
import { Button } from "#room/ui/button.tsx";
import { Fetched } from "#room/ui/fetched.tsx";
import { PlusIcon } from "#room/ui/page-icons.tsx";
import { PageHeader } from "#room/ui/page-header.tsx";
import { FoundPeople } from "./found-people.tsx";
import { type Doing, PeopleDialogs } from "./people-dialogs.tsx";
import styles from "./people.module.css";

const request = {};

/** Who may sign in here, and what they may do. */
export function PeoplePage() {
  const [doing, setDoing] = useState<Doing>();
  const { data, error, refetch } = useQuery(operationQuery("listPeople", request));
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
      <Fetched
        data={data}
        failure={failure}
        onRetry={() => void refetch()}
        className={styles.notice}
        loading="Loading the people…"
      >
        {({ people }) => <FoundPeople people={people} onDo={setDoing} />}
      </Fetched>
      <PeopleDialogs doing={doing} onDo={setDoing} />
    </div>
  );
}
