import { type RefObject, useMemo } from "react";
import type { FocusTarget } from "#room/features/forms/focus-target.ts";
import { useQuery } from "@tanstack/react-query";
import type { Reach } from "#room/features/messages/addresses/check-address.ts";
import type { Contact } from "#room/workspace/storage/kept-value.ts";
import { inboxQuery } from "#room/features/messages/inbox/inbox-query.ts";
import { useKept, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { useClinicAddresses } from "#room/features/messages/own-address.ts";
import { parseAddresses } from "#room/features/messages/addresses/parse-addresses.ts";
import { toast } from "#room/ui/toast-store.ts";
import { AddressField } from "./address-field.tsx";
import { type RecipientField, recipientFields, withRecipients } from "./composer-state.ts";
import type { SendFault } from "./send-checks.ts";
import { sendersOf, withPeople } from "./suggest-contacts.ts";
import type { Composer } from "./use-composer.ts";

/** People the user may want to write to: everyone written to or read before, then the clinic's own, and every sender. */
function useContacts(): readonly Contact[] {
  const kept = useKept(useWorkspace().contacts);
  // The rail has requested it already; an answer of any age will do.
  const { data } = useQuery({ ...inboxQuery, staleTime: Number.POSITIVE_INFINITY });
  const summaries = data?.summaries;
  const clinic = useClinicAddresses();
  return useMemo(
    () => withPeople(kept, [...(clinic ?? []), ...sendersOf(summaries ?? [])]),
    [kept, clinic, summaries],
  );
}

interface RecipientsProps {
  readonly composer: Composer;
  readonly reach: Reach;
  readonly errorOf: (field: SendFault["field"]) => string | undefined;
  readonly fields: Readonly<Record<RecipientField, RefObject<FocusTarget | null>>>;
}

const labels = { to: "To", cc: "Cc", bcc: "Bcc" } as const;

export function Recipients({ composer, errorOf, fields, ...others }: RecipientsProps) {
  const { state } = composer;
  const contacts = useContacts();
  const taken = useMemo(
    () =>
      new Set(
        recipientFields
          .flatMap((field) => state[field].map((entry) => entry.address.toLowerCase()))
          // Of what is no address.
          .filter((address) => address !== ""),
      ),
    [state],
  );
  return recipientFields.map((name) => (
    <Recipient
      key={name}
      ref={fields[name]}
      {...{ name, composer, contacts, taken, ...others }}
      error={errorOf(name)}
    />
  ));
}

interface RecipientProps extends Omit<RecipientsProps, "errorOf" | "fields"> {
  readonly ref: RefObject<FocusTarget | null>;
  readonly name: RecipientField;
  readonly contacts: readonly Contact[];
  readonly taken: ReadonlySet<string>;
  readonly error: string | undefined;
}

function Recipient({ name, composer, ...others }: RecipientProps) {
  const { state, change } = composer;
  const add = (text: string) => {
    const again = parseAddresses(text).find(({ address }) => others.taken.has(address.toLowerCase()));
    change((old) => withRecipients(old, name, text));
    if (again) toast({ title: `${again.address} is already a recipient` });
  };
  const remove = (gone: readonly number[]) => {
    const removed = state[name].filter((_, index) => gone.includes(index));
    change((old) => ({ ...old, [name]: old[name].filter((entry) => !removed.includes(entry)) }));
    if (removed.length === 1) return;
    const putBack = () =>
      change((now) => {
        const again = new Set(now[name].map(({ text }) => text));
        return { ...now, [name]: [...now[name], ...removed.filter(({ text }) => !again.has(text))] };
      });
    toast({
      title: `${removed.length} recipients removed`,
      action: { label: "Undo", run: putBack },
    });
  };
  return (
    <AddressField
      {...others}
      label={labels[name]}
      entries={state[name]}
      pending={state.pending[name]}
      startsHere={name === "to" && state.to.length === 0}
      onPending={(text) => change((old) => ({ ...old, pending: { ...old.pending, [name]: text } }))}
      onAdd={add}
      onRemove={remove}
    />
  );
}
