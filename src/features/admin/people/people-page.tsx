import { useState } from "react";
import { operationQuery, useRead } from "#room/api/operation-query.ts";
import { Button } from "#room/ui/button.tsx";
import { Fetched } from "#room/ui/fetched.tsx";
import { PlusIcon } from "#room/ui/page-icons.tsx";
import { Page } from "#room/ui/page.tsx";
import { showInstant } from "#room/api/show-instant.ts";
import { Failed } from "#room/features/admin/failed.tsx";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { useChange } from "#room/features/admin/use-change.ts";
import { Banner } from "#room/ui/banner.tsx";
import { FoundPeople } from "./found-people.tsx";
import type { Doing } from "./people-dialogs.tsx";
import { SharedMailboxes } from "./shared-mailboxes.tsx";
import styles from "./people.module.css";

const PeopleDialogs = lateDialog(async () => (await import("./people-dialogs.tsx")).PeopleDialogs);

/** After a restore: who was disabled since the backup can sign in again, until somebody has looked. */
function RestoredNotice({ at }: { readonly at: string }) {
  const confirm = useChange("confirmRestored");
  return (
    <>
      <Banner
        tone="warn"
        className={styles.notice ?? ""}
        title={`A backup was restored on ${showInstant(at)}`}
        actions={
          <Button isBusy={confirm.isPending} onClick={() => confirm.mutate({})}>
            I’ve looked through everybody
          </Button>
        }
      >
        Everyone marked “Made before the restore” is as the backup had them: who was disabled or limited since
        can do again what they could then. Disable or limit them again.
      </Banner>
      <Failed error={confirm.error} />
    </>
  );
}

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
            <SharedMailboxes people={people} />
          </>
        )}
      </Fetched>
      {doing ? <PeopleDialogs doing={doing} onDo={setDoing} onClose={() => setDoing(undefined)} /> : null}
    </Page>
  );
}
