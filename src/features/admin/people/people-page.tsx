import { useState } from "react";
import { operationQuery } from "#room/api/operation-query.ts";
import { useRead } from "#room/api/use-read.ts";
import { Button } from "#room/ui/button.tsx";
import { Fetched } from "#room/ui/fetched.tsx";
import { PlusIcon } from "#room/ui/page-icons.tsx";
import { Page } from "#room/ui/page.tsx";
import { FoundPeople } from "./found-people.tsx";
import { type Doing, PeopleDialogs } from "./people-dialogs.tsx";
import { RestoredNotice } from "./restored-notice.tsx";
import styles from "./people.module.css";

/** Who may sign in here, and what they may do. */
export function PeoplePage() {
  const [doing, setDoing] = useState<Doing>();
  return (
    <Page
      title="People"
      actions={
        <Button look="primary" icon={<PlusIcon />} onClick={() => setDoing({ what: "add" })}>
          Add a person
        </Button>
      }
    >
      <Fetched
        {...useRead(operationQuery("listPeople", {}))}
        className={styles.notice}
        loading="Loading the people…"
      >
        {({ people, restoredAt }) => (
          <>
            {restoredAt ? <RestoredNotice at={restoredAt} /> : null}
            <FoundPeople people={people} onDo={setDoing} />
          </>
        )}
      </Fetched>
      <PeopleDialogs doing={doing} onDo={setDoing} />
    </Page>
  );
}
