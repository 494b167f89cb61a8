import { useQueryClient } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { OperationRefused } from "#room/api/failures.ts";
import { currentSession } from "#room/api/session.ts";
import { Failed } from "#room/features/parts/failed.tsx";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { Button } from "#room/ui/button.tsx";
import { toast } from "#room/ui/toast-store.ts";
import styles from "./clinic.module.css";

const LeaveDialog = lateDialog(async () => (await import("./leave-dialog.tsx")).LeaveDialog);

interface VersionedFormProps<Answer, Values extends FieldValues> {
  readonly form: UseFormReturn<Values>;
  readonly answer: Answer;
  readonly query: {
    readonly queryKey: readonly [string, object];
    readonly queryFn: (context: { signal: AbortSignal }) => Promise<Answer>;
  };
  /** The code of the refusal when somebody else saved first. */
  readonly changed: string;
  /** Other queries whose answers it changes. */
  readonly alsoChanged?: readonly string[];
  readonly valuesOf: (answer: Answer) => Values;
  readonly save: (version: number, values: Values) => Promise<{ version: number }>;
  readonly label: string;
  readonly look?: "primary";
  readonly children: ReactNode;
}

/** Asks before the page is left with what was not saved. */
function BeforeLeaving({ isUnsaved }: { readonly isUnsaved: boolean }) {
  // After a sign-out the page closes immediately.
  const mustAsk = () => isUnsaved && currentSession().kind === "signed-in";
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && mustAsk(),
    enableBeforeUnload: mustAsk,
    withResolver: true,
  });
  return status === "blocked" ? <LeaveDialog onClose={reset} onLeave={proceed} /> : null;
}

/** A form that saves over the version that was read; what is typed stays when somebody else saved first. */
export function VersionedForm<Answer extends { version: number }, Values extends FieldValues>({
  form,
  answer,
  query,
  changed,
  alsoChanged = [],
  valuesOf,
  save,
  label,
  look,
  children,
}: VersionedFormProps<Answer, Values>) {
  const client = useQueryClient();
  const [version, setVersion] = useState(answer.version);
  const [error, setError] = useState<unknown>();
  const submit = form.handleSubmit(async (values) => {
    setError(undefined);
    try {
      setVersion((await save(version, values)).version);
      form.reset(values);
      toast({ tone: "ok", title: "Saved" });
      const keys = [query.queryKey[0], ...alsoChanged];
      await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })));
    } catch (failure) {
      setError(failure);
    }
  });
  const showTheirs = async () => {
    const now = await client.fetchQuery({ ...query, staleTime: 0 });
    setVersion(now.version);
    form.reset(valuesOf(now));
    setError(undefined);
  };
  const isStale = error instanceof OperationRefused && error.code === changed;
  return (
    <form noValidate className={`stack ${styles.form}`} onSubmit={(event) => void submit(event)}>
      <BeforeLeaving isUnsaved={form.formState.isDirty} />
      {children}
      <Failed error={error} />
      {isStale ? <Button onClick={() => void showTheirs()}>Show what they saved</Button> : null}
      <Button type="submit" isBusy={form.formState.isSubmitting} {...(look && { look })}>
        {label}
      </Button>
    </form>
  );
}
