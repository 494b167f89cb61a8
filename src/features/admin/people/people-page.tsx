import { useState } from "react";
import { operationQuery, useRead } from "#room/api/operation-query.ts";
import { Button } from "#room/ui/button.tsx";
import { Fetched } from "#room/ui/fetched.tsx";
import { PlusIcon } from "#room/ui/page-icons.tsx";
import { Page } from "#room/ui/page.tsx";
import { showInstant } from "#room/api/show-instant.ts";
import { Failed } from "#room/features/parts/failed.tsx";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { useChange } from "#room/features/admin/use-change.ts";
import { Banner } from "#room/ui/banner.tsx";
import { FoundPeople } from "./found-people.tsx";
import type { Doing } from "./people-dialogs.tsx";
import styles from "./people.module.css";
import { useServiceConfig } from "#room/api/service-config.ts";
import type { Person } from "#room/contract/schemas/person.ts";
import type { SharedMailbox } from "./shared-mailbox-dialog.tsx";

const MailboxDialog = lateDialog(
  async () => (await import("./shared-mailbox-dialog.tsx")).SharedMailboxDialog,
);

function SharedMailboxes({ people }: { readonly people: readonly Person[] }) {
  const [open, setOpen] = useState<SharedMailbox | "new">();
  const sharing = open === undefined || open === "new" ? [] : open.userNames;
  // Who shares it stays in sight, so that they can be removed.
  const offered = people.filter(
    ({ userName, isDisabled, role }) => sharing.includes(userName) || (!isDisabled && role !== "auditor"),
  );
  return (
    <section className={styles.shared} aria-labelledby="shared-mailboxes">
      <h2 id="shared-mailboxes">Shared mailboxes</h2>
      <Fetched
        {...useRead(operationQuery("listSharedMailboxes", {}))}
        loading="Loading the shared mailboxes…"
      >
        {({ mailboxes }) => (
          <>
            {mailboxes.length === 0 ? (
              <p className="quiet">
                No address is shared yet. Share one, such as billing@, so that no message is answered twice.
              </p>
            ) : (
              <ul className="quiet">
                {mailboxes.map((mailbox) => (
                  <li key={mailbox.address}>
                    <button type="button" className="link" onClick={() => setOpen(mailbox)}>
                      {mailbox.address}
                    </button>{" "}
                    {mailbox.userNames.join(", ")}
                  </li>
                ))}
              </ul>
            )}
            <Button onClick={() => setOpen("new")}>Add a shared mailbox</Button>
          </>
        )}
      </Fetched>
      {open === undefined ? null : (
        <MailboxDialog
          mailbox={open === "new" ? undefined : open}
          people={offered}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  );
}

const PeopleDialogs = lateDialog(async () => (await import("./people-dialogs.tsx")).PeopleDialogs);

/** After a restore: who was disabled since the backup can sign in again, until somebody has looked. */
function RestoredNotice({ at }: { readonly at: string }) {
  const confirm = useChange("confirmRestored");
  return (
    <>
      <Banner
        tone="warn"
        className="inset"
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
  const { extensions } = useServiceConfig();
  return (
    <Page
      title="People"
      actions={
        <Button look="primary" icon={<PlusIcon />} onClick={() => setDoing({ what: "add" })}>
          Add a person
        </Button>
      }
    >
      <Fetched {...useRead(operationQuery("listPeople", {}))} className="inset" loading="Loading the people…">
        {({ people, restoredAt }) => (
          <>
            {restoredAt ? <RestoredNotice at={restoredAt} /> : null}
            <FoundPeople people={people} onDo={setDoing} />
            {extensions.includes("listSharedMailboxes") ? <SharedMailboxes people={people} /> : null}
          </>
        )}
      </Fetched>
      {doing ? <PeopleDialogs doing={doing} onDo={setDoing} onClose={() => setDoing(undefined)} /> : null}
    </Page>
  );
}
