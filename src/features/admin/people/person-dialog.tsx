import { useState } from "react";
import { useForm, type UseFormReturn, useWatch } from "react-hook-form";
import { roleNames, type Role } from "#room/contract/rights.ts";
import type { Person, PersonLink } from "#room/contract/schemas/person.ts";
import { fieldOf } from "#room/features/forms/form-field.ts";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { showAtField } from "#room/features/forms/show-at-field.ts";
import { useNames } from "#room/features/names/names-now.ts";
import { Failed } from "#room/features/parts/failed.tsx";
import { Checkbox } from "#room/ui/checkbox.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { Select } from "#room/ui/select.tsx";
import { asTyped, TextField } from "#room/ui/text-field.tsx";
import { toast } from "#room/ui/toast-store.ts";
import { useChange } from "#room/features/admin/use-change.ts";
import styles from "./people.module.css";
import {
  brings,
  changedOf,
  personForm,
  type PersonValues,
  roleOf,
  seenOf,
  valuesOfPerson,
  wordsOf,
} from "./person-form.ts";

const roleWords: Readonly<Record<Role, string>> = {
  clerk: "works on visits and messages, looks up codes",
  lead: "what a clerk does; also assigns and closes visits, shares views, edits the directory",
  administrator: "everything, including people and the audit log",
  auditor: "reads the audit log and the server’s health; sees no patient data",
};

interface PersonDialogProps {
  /** Undefined for a new person. */
  readonly person: Person | undefined;
  readonly onAdded: (person: Person, link: PersonLink) => void;
  readonly onClose: () => void;
}

type Form = UseFormReturn<PersonValues>;

export function PersonDialog({ person, onAdded, onClose }: PersonDialogProps) {
  const [start] = useState(() => valuesOfPerson(person ?? {}));
  const form = useForm<PersonValues>({ defaultValues: start, resolver: formResolver(personForm) });
  const [failed, setFailed] = useState<unknown>();
  const add = useChange("addPerson");
  const change = useChange("changePerson");
  const onError = (error: unknown) =>
    setFailed(showAtField(error, form, ["userName", "addresses", "displayName"]) ? undefined : error);
  const store = form.handleSubmit((values) => {
    setFailed(undefined);
    if (!person)
      return add.mutate(
        { userName: values.userName.trim(), ...wordsOf(values) },
        { onError, onSuccess: (answer) => onAdded(answer.person, answer.link) },
      );
    const changed = changedOf(values, person);
    if (Object.keys(changed).length === 0) return onClose();
    return change.mutate(
      { userName: person.userName, ...changed, seen: seenOf(changed, person) },
      {
        onError,
        onSuccess: () => {
          toast({ tone: "ok", title: `${person.userName} saved` });
          onClose();
        },
      },
    );
  });
  return (
    <Dialog
      title={person ? `Edit ${person.userName}` : "Add a person"}
      startsInField
      onClose={onClose}
      action={{
        label: person ? "Save" : "Add and make a link",
        run: () => void store(),
        isBusy: add.isPending || change.isPending,
      }}
    >
      <Failed error={failed} />
      <div className="stack">
        <Fields form={form} isNew={!person} />
      </div>
    </Dialog>
  );
}

function Fields({ form, isNew }: { readonly form: Form; readonly isNew: boolean }) {
  const { register, control } = form;
  const role = roleOf(useWatch({ control, name: "role" }));
  const sees = useWatch({ control, name: "sees" });
  return (
    <>
      {isNew ? (
        <TextField
          label="User name"
          hint="They sign in with it. It can’t be changed later."
          {...asTyped}
          {...fieldOf(form, "userName")}
        />
      ) : null}
      <TextField label="Name" autoComplete="off" {...fieldOf(form, "displayName")} />
      <Select
        label="Role"
        hint={`${role}: ${roleWords[role]}`}
        {...register("role")}
        options={roleNames.map((name) => [name])}
      />
      <TextField
        label="Direct addresses"
        hint="Separate several with commas; mail is sent from the first"
        {...asTyped}
        {...fieldOf(form, "addresses")}
      />
      <Select
        label="Sees the visits of"
        hint={sees === "some" ? "Can’t change what all practices share: settings, code sets, backups." : ""}
        {...register("sees")}
        options={[
          ["all", "All practices"],
          ["some", "Some practices only"],
        ]}
      />
      {sees === "some" ? (
        <Practices form={form} />
      ) : brings(role, "import-codes") ? null : (
        <Checkbox label="Can also import code sets" {...register("mayImport")} />
      )}
    </>
  );
}

function Practices({ form }: { readonly form: Form }) {
  const names = useNames();
  const { control, setValue, formState } = form;
  const chosen = useWatch({ control, name: "practices" });
  const [before] = useState(chosen);
  const named = names.search("practice", "", { limit: 500 }).map(({ id }) => id);
  // Practices without a name stay visible, so that they can be removed.
  const all = [...named, ...before.filter((id) => !named.includes(id))];
  const fault = formState.errors.practices?.message;
  return (
    <fieldset className={styles.choices} aria-describedby={fault ? "practices-fault" : undefined}>
      <legend>Practices</legend>
      {all.length === 0 ? <p>No practice has a name yet. Name them under Directory first.</p> : null}
      {all.map((id) => (
        <Checkbox
          key={id}
          label={names.words("practice", id)}
          checked={chosen.includes(id)}
          onChange={({ target }) =>
            setValue("practices", target.checked ? [...chosen, id] : chosen.filter((each) => each !== id), {
              shouldValidate: formState.isSubmitted,
            })
          }
        />
      ))}
      {fault ? (
        <p id="practices-fault" className="bad">
          {fault}
        </p>
      ) : null}
    </fieldset>
  );
}
