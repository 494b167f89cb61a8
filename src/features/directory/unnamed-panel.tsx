import { counted } from "#room/contract/primitives/counted.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { capital } from "#room/billing/capital.ts";
import { useMay } from "#room/api/account.ts";
import { operationQuery } from "#room/api/operation-query.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import { atMost, formResolver } from "#room/features/forms/form-resolver.ts";
import { useNames } from "#room/features/names/names-now.ts";
import { Button } from "#room/ui/button.tsx";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { Failed } from "#room/features/parts/failed.tsx";
import { ProgressBar } from "#room/ui/progress-bar.tsx";
import table from "#room/ui/table.module.css";
import { Table } from "#room/ui/table.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import { toast } from "#room/ui/toast-store.ts";
import { formatCount } from "#room/ui/formats.ts";
import styles from "./directory.module.css";
import { amountWords, CopyId } from "./entries-table.tsx";
import { EntryDialog } from "./entries-panel.tsx";
import { kindWords } from "./kind-words.ts";
import { saveFailureWords, useSaveEntries } from "./use-save-entries.ts";

const nameForm = z.object({ name: z.string().check(z.trim(), z.minLength(1, "Enter a name."), atMost(200)) });

type Seen = ResponseOf<"listUnnamed">["seen"][number];

/** The ids in the newest visits that have no name, most used first, to be named in place. */
export function UnnamedPanel() {
  const names = useNames();
  const { data, error, refetch } = useQuery(operationQuery("listUnnamed", {}));
  if (error)
    return <Failed error={error} actions={<Button onClick={() => void refetch()}>Try again</Button>} />;
  if (!data) return <ProgressBar label="Looking through the newest visits" />;
  const left = data.seen.filter(({ kind, id }) => names.nameOf(kind, id) === undefined);
  if (left.length === 0)
    return (
      <EmptyState title="Everything has a name">
        {data.visits === 0 ? "The service has no visits yet." : "Every ID in the newest visits has one."}
      </EmptyState>
    );
  return (
    <section aria-label="No name yet">
      <p className={`quiet ${styles.more}`}>
        What has no name yet in the newest {visitWords(data.visits)}, most used first
        {data.visitsForFees < data.visits ? `; fees in the newest ${visitWords(data.visitsForFees)}` : ""}.
      </p>
      <Table heads={["Kind", "ID", { name: "Visits", isNumber: true }, "Name"]}>
        {left.map((seen) => (
          <Row key={seen.kind + seen.id} seen={seen} />
        ))}
      </Table>
    </section>
  );
}

function visitWords(count: number): string {
  return counted(count, "visit");
}

function Row({ seen }: { readonly seen: Seen }) {
  const mayEdit = useMay("directory");
  const { kind, id, count } = seen;
  return (
    <tr>
      <td>
        {capital(kindWords[kind].one)}
        {kind === "fee" ? <small className="quiet"> {priceWords(seen)}</small> : null}
      </td>
      <td>
        <code className={table.id}>{id}</code>
        <CopyId id={id} />
      </td>
      <td className={table.number}>{formatCount(count)}</td>
      <td>
        {!mayEdit ? (
          <span className="quiet">–</span>
        ) : kind === "fee" ? (
          <NameFee seen={seen} />
        ) : (
          <NameInPlace kind={kind} id={id} />
        )}
      </td>
    </tr>
  );
}

function priceWords({ code = "", amount }: Seen): string {
  return [code, amount ? amountWords({ amount }) : ""].filter(Boolean).join(", mostly ");
}

/** A name in the fee schedule also sets a price: review code and amount before saving. */
function NameFee({ seen: { id, code, amount } }: { readonly seen: Seen }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-label={`Name fee ${id}`} onClick={() => setOpen(true)}>
        Name…
      </Button>
      {isOpen ? <EntryDialog kind="fee" entry={{ id, code, amount }} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function NameInPlace({ kind, id }: Pick<Seen, "kind" | "id">) {
  const form = useForm({ defaultValues: { name: "" }, resolver: formResolver(nameForm) });
  const save = useSaveEntries();
  const store = form.handleSubmit((typed) => {
    const name = typed.name.trim();
    save.mutate(
      { entries: [{ kind, id, name }], before: [] },
      { onSuccess: () => toast({ title: `${name} saved`, tone: "ok" }) },
    );
  });
  const fault = form.formState.errors.name?.message;
  return (
    <form className={styles.inPlace} onSubmit={(event) => void store(event)}>
      <TextField
        label={`Name of ${kindWords[kind].one} ${id}`}
        isLabelHidden
        autoComplete="off"
        placeholder="Name"
        error={fault ?? (save.error ? saveFailureWords(save.error) : undefined)}
        {...form.register("name")}
      />
      <Button size="small" type="submit" isBusy={save.isPending}>
        Save
      </Button>
    </form>
  );
}
