import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { OperationRefused } from "#room/api/failures.ts";
import { Button } from "#room/ui/button.tsx";
import { Failed } from "#room/features/parts/failed.tsx";
import { toast } from "#room/ui/toast-store.ts";

interface Versioned<A> {
  readonly answer: A;
  readonly query: {
    readonly queryKey: readonly [string, object];
    readonly queryFn: (context: { signal: AbortSignal }) => Promise<A>;
  };
  /** The code of the refusal when somebody else saved first. */
  readonly changed: string;
  readonly show: (answer: A) => void;
}

/** Saves over the version that was read; what is typed stays when somebody else saved first. */
export function useVersionedSave<A extends { version: number }>(form: Versioned<A>) {
  const client = useQueryClient();
  const [version, setVersion] = useState(form.answer.version);
  const [error, setError] = useState<unknown>();
  const save = async (
    call: (version: number) => Promise<{ version: number }>,
    alsoChanged: readonly string[] = [],
  ) => {
    setError(undefined);
    try {
      setVersion((await call(version)).version);
      toast({ tone: "ok", title: "Saved" });
      await Promise.all(
        [form.query.queryKey[0], ...alsoChanged].map((key) => client.invalidateQueries({ queryKey: [key] })),
      );
    } catch (failure) {
      setError(failure);
    }
  };
  const showTheirs = async () => {
    const now = await client.fetchQuery({ ...form.query, staleTime: 0 });
    setVersion(now.version);
    form.show(now);
    setError(undefined);
  };
  const isStale = error instanceof OperationRefused && error.code === form.changed;
  const refusal = (
    <>
      <Failed error={error} />
      {isStale ? <Button onClick={() => void showTheirs()}>Show what they saved</Button> : null}
    </>
  );
  return { save, refusal };
}
