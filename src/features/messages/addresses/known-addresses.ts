import { useMemo } from "react";
import { useNames } from "#room/features/names/names-now.ts";
import { useKept, useWorkspace } from "#room/features/workspace/workspace-context.ts";

/** In lower case: those this user has written to, and the directory's. A slip of the pen is none of them, nor who only wrote. */
export function useKnownAddresses(): ReadonlySet<string> {
  const contacts = useKept(useWorkspace().contacts);
  const { entries } = useNames();
  return useMemo(() => {
    const writtenTo = contacts.filter(({ isWrittenTo }) => isWrittenTo).map(({ address }) => address);
    const all = [...writtenTo, ...entries.map((one) => one.directAddress ?? "")];
    return new Set(all.map((address) => address.toLowerCase()));
  }, [contacts, entries]);
}
