import { useNavigate } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { auditActions } from "#room/contract/schemas/audit-filter.ts";
import { Button } from "#room/ui/button.tsx";
import { Select, TextField } from "#room/ui/text-field.tsx";
import styles from "./trail.module.css";
import { isSubject } from "./trail-query.ts";
import type { TrailSearch } from "./trail-search.ts";

const notAnId = "Type an ID, as visit:0a1b or part of one. Names of patients are not in the trail.";

/** Which rows: it goes into the address, so that it can be kept and sent on. */
export function TrailFilter({ search }: { readonly search: TrailSearch }) {
  const navigate = useNavigate();
  const [subjectFault, setSubjectFault] = useState<string>();
  const show = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const valueOf = (name: string) => {
      const value = typed.get(name);
      return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
    };
    const subject = valueOf("subject");
    if (subject !== undefined && !isSubject(subject)) return setSubjectFault(notAnId);
    setSubjectFault(undefined);
    const next = {
      actor: valueOf("actor"),
      action: valueOf("action"),
      subject,
      from: valueOf("from"),
      to: valueOf("to"),
    };
    void navigate({ to: "/admin/trail", search: next });
  };
  return (
    <form
      key={JSON.stringify(search)}
      className={styles.filter}
      aria-label="Filter the trail"
      onSubmit={show}
    >
      <TextField label="Who" name="actor" defaultValue={search.actor} autoComplete="off" />
      <Select label="What" name="action" defaultValue={search.action ?? ""}>
        <option value="">Anything</option>
        {auditActions.map((action) => (
          <option key={action}>{action}</option>
        ))}
      </Select>
      <TextField
        label="To what"
        name="subject"
        defaultValue={search.subject}
        placeholder="visit:0a1b"

        autoComplete="off"
        error={subjectFault}
      />
      <TextField label="From day" name="from" type="date" defaultValue={search.from} />
      <TextField label="To day" name="to" type="date" defaultValue={search.to} />
      <Button type="submit">Show</Button>
      <Button look="quiet" onClick={() => void navigate({ to: "/admin/trail", search: {} })}>
        Clear
      </Button>
    </form>
  );
}
