import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { auditActions } from "#room/contract/schemas/audit-filter.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import { FormDate } from "#room/features/forms/form-date.tsx";
import { fieldOf } from "#room/features/forms/form-field.ts";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { Button } from "#room/ui/button.tsx";
import { Select } from "#room/ui/select.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import styles from "./trail.module.css";
import { auditActionWords } from "./audit-action-words.ts";
import { isSubject } from "./trail-query.ts";
import { trailSearch, type TrailSearch } from "./trail-search.ts";

const notAnId = "Type an ID, such as visit:0a1b, or its beginning. Patient names aren’t in the audit log.";

const text = z.string().check(z.trim());
const isDay = (typed: string) => typed === "" || calendarDateOf(typed) !== undefined;
const day = text.check(z.refine(isDay, "Use month/day/year, as 10/01/2026."));
const filterForm = z.object({
  actor: text,
  action: text,
  subject: text.check(z.refine((subject) => subject === "" || isSubject(subject), notAnId)),
  from: day,
  to: day,
});

const actions = [
  ["", "Anything"],
  ...auditActions.map((action) => [action, auditActionWords(action)] as const),
] as const;

function typedOf({ actor = "", action = "", subject = "", from = "", to = "" }: TrailSearch) {
  return { actor, action, subject, from, to };
}

/** Which rows to show: kept in the URL, so that it can be bookmarked and shared. */
export function TrailFilter({ search }: { readonly search: TrailSearch }) {
  const navigate = useNavigate();
  const values = useMemo(() => typedOf(search), [search]);
  const form = useForm({ values, resolver: formResolver(filterForm) });
  const show = form.handleSubmit((typed) => {
    const given = Object.entries(filterForm.parse(typed)).filter(([, value]) => value !== "");
    void navigate({ to: "/admin/trail", search: trailSearch(Object.fromEntries(given)) });
  });
  return (
    <form className={styles.filter} aria-label="Filter the audit log" onSubmit={(event) => void show(event)}>
      <TextField label="Who" {...form.register("actor")} autoComplete="off" />
      <Select label="What" {...form.register("action")} options={actions} />
      <TextField label="To what" placeholder="visit:0a1b" autoComplete="off" {...fieldOf(form, "subject")} />
      <FormDate control={form.control} name="from" label="From day" />
      <FormDate control={form.control} name="to" label="To day" />
      <Button type="submit">Show</Button>
      <Button look="quiet" onClick={() => void navigate({ to: "/admin/trail", search: {} })}>
        Clear
      </Button>
    </form>
  );
}
