import { useMemo } from "react";
import { AddressField } from "./address-field.tsx";
import {
  type ComposerState,
  type RecipientField,
  recipientFields,
  withRecipients,
} from "./composer-state.ts";
import type { SendFault } from "./send-checks.ts";
import { useContacts } from "./use-contacts.ts";
import type { Composer } from "./use-composer.ts";

interface RecipientsProps {
  readonly state: ComposerState;
  readonly ownDomains: readonly string[];
  readonly errorOf: (field: SendFault["field"]) => string | undefined;
  readonly change: Composer["change"];
}

const labels = { to: "To", cc: "Cc", bcc: "Bcc" } as const;

/** Whom the letter goes to. */
export function Recipients({ state, ownDomains, errorOf, change }: RecipientsProps) {
  const contacts = useContacts();
  const taken = useMemo(
    () =>
      new Set(recipientFields.flatMap((field) => state[field].map((entry) => entry.address.toLowerCase()))),
    [state],
  );

  return (
    <>
      {recipientFields.map((field: RecipientField) => (
        <AddressField
          key={field}
          label={labels[field]}
          entries={state[field]}
          pending={state.pending[field]}
          contacts={contacts}
          taken={taken}
          ownDomains={ownDomains}
          error={errorOf(field)}
          startsHere={field === "to" && state.to.length === 0}
          onPending={(text) => change((old) => ({ ...old, pending: { ...old.pending, [field]: text } }))}
          onAdd={(text) => change((old) => withRecipients(old, field, text))}
          onRemove={(at) =>
            change((old) => ({ ...old, [field]: old[field].filter((_, index) => index !== at) }))
          }
        />
      ))}
    </>
  );
}
