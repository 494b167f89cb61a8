import { useEffect } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { atMost, formResolver } from "#room/features/forms/form-resolver.ts";

/** By dialog: a reason that was typed and not given, since Back or a click outside closed it. */
const typed = new Map<string, string>();

/** The form of a dialog that asks for a reason; what was typed in it before is still there until `drop`. */
export function useTypedReason(dialog: string, whenEmpty: string, before = "") {
  const reason = z.string().check(z.trim(), z.minLength(1, whenEmpty), atMost(1000));
  const form = useForm({
    defaultValues: { reason: typed.get(dialog) ?? before },
    resolver: formResolver(z.object({ reason })),
  });
  const { subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => void typed.set(dialog, values.reason),
      }),
    [subscribe, dialog],
  );
  return { form, drop: () => void typed.delete(dialog) };
}
