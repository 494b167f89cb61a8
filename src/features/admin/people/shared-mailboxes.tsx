import { useState } from "react";
import { operationQuery, useRead } from "#room/api/operation-query.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import type { Person } from "#room/contract/schemas/person.ts";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { Button } from "#room/ui/button.tsx";
import { Fetched } from "#room/ui/fetched.tsx";
import styles from "./people.module.css";
import type { SharedMailbox } from "./shared-mailbox-dialog.tsx";

const MailboxDialog = lateDialog(
  async () => (await import("./shared-mailbox-dialog.tsx")).SharedMailboxDialog,
);

export function SharedMailboxes({ people }: { readonly people: readonly Person[] }) {
  const isOffered = useServiceConfig().extensions.includes("listSharedMailboxes");
  return isOffered ? <Section people={people} /> : null;
}

function Section({ people }: { readonly people: readonly Person[] }) {
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
              <p>
                No address is shared yet. Share one, such as billing@, so that no message is answered twice.
              </p>
            ) : (
              <ul>
                {mailboxes.map((mailbox) => (
                  <li key={mailbox.address}>
                    <button type="button" className={styles.link} onClick={() => setOpen(mailbox)}>
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
