import { useNavigate } from "@tanstack/react-router";
import { useDeferredValue, useMemo, useState } from "react";
import { capital } from "#room/billing/capital.ts";
import { useMay } from "#room/api/account.ts";
import { titleOf } from "#room/billing/directory/directory-index.ts";
import { directoryCsv } from "#room/billing/directory/export-directory.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import type { DirectoryEntry, DirectoryKind } from "#room/contract/schemas/directory.ts";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { saveList } from "#room/features/parts/save-list.ts";
import { useNames } from "#room/features/names/names-now.ts";
import { Button } from "#room/ui/button.tsx";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { PlusIcon, SearchIcon } from "#room/ui/page-icons.tsx";
import { TextField } from "#room/ui/text-field.tsx";
import { Banner } from "#room/ui/banner.tsx";
import { formatCount } from "#room/ui/formats.ts";
import styles from "./directory.module.css";
import { EntriesTable } from "./entries-table.tsx";
import type { EntryDialogProps } from "./entry-dialog.tsx";
import { countWords, kindWords } from "./kind-words.ts";
import { isLimited, isOwn, limitWords } from "./own-entries.ts";

export const EntryDialog = lateDialog(async () => (await import("./entry-dialog.tsx")).EntryDialog);

/** Codes with several prices at the same time, of which any could be filled in. */
function RivalFees({ fees }: { readonly fees: readonly DirectoryEntry[] }) {
  const names = useNames();
  const codes = new Set(fees.filter((fee) => names.fees.rivalsOf(fee).length > 0).map(({ code }) => code));
  if (codes.size === 0) return null;
  const [few, more] = [[...codes].slice(0, 5).join(", "), codes.size - 5];
  return (
    <Banner
      isStrip
      tone="warn"
      title={`More than one price at the same time for ${few}${more > 0 ? ` and ${more} more` : ""}`}
    >
      Remove one, or set Active from of the newer price: from that day it replaces the older one.
    </Banner>
  );
}

const maxShown = 200;

function textOf(entry: DirectoryEntry, payer: string): string {
  const { id, shortName, npi } = entry;
  return `${titleOf(entry)} ${shortName ?? ""} ${npi ?? ""} ${payer} ${id}`.toLowerCase();
}

interface EntriesPanelProps {
  readonly kind: DirectoryKind;
  readonly toName: string | undefined;
}

export function EntriesPanel({ kind, toName }: EntriesPanelProps) {
  const names = useNames();
  const navigate = useNavigate();
  const mayEdit = useMay("directory");
  const [typed, setTyped] = useState("");
  const query = useDeferredValue(typed);
  const idToName = toName === undefined ? undefined : canonicalGuid(toName);
  const [open, setOpen] = useState<EntryDialogProps["entry"] | undefined>(() =>
    idToName === undefined ? undefined : (names.find(kind, idToName) ?? { id: idToName }),
  );
  const found = useMemo(() => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const payerOf = ({ payerId }: DirectoryEntry) => (payerId ? names.words("payer", payerId) : "");
    return names.entries
      .filter((entry) => entry.kind === kind)
      .filter((entry) => words.every((word) => textOf(entry, payerOf(entry)).includes(word)))
      .toSorted((a, b) => titleOf(a).localeCompare(titleOf(b), "en") || (a.id < b.id ? -1 : 1));
  }, [names, kind, query]);
  const { many } = kindWords[kind];
  const mayAdd = mayEdit && !(isLimited() && kind === "practice");
  const save = () =>
    void saveList(
      { list: many, rows: names.entries.filter((entry) => entry.kind === kind).length },
      () => directoryCsv(kind, names),
      `${many}.csv`,
    );
  const close = () => {
    setOpen(undefined);
    if (toName !== undefined) void navigate({ to: "/directory", search: { tab: kind }, replace: true });
  };
  return (
    <section aria-label={capital(kindWords[kind].many)}>
      <div className={`row ${styles.bar}`}>
        <TextField
          label="Find"
          isLabelHidden
          placeholder={kind === "fee" ? "Code, description or payer" : "Name, NPI or ID"}
          before={<SearchIcon />}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <span className="quiet nowrap fill" role="status">
          {countWords(found.length, kind)}
        </span>
        <Button onClick={save} disabled={!names.hasKind(kind)}>
          Export CSV
        </Button>
        {mayAdd ? (
          <Button look="primary" icon={<PlusIcon />} onClick={() => setOpen({})}>
            Add {kindWords[kind].one}
          </Button>
        ) : null}
      </div>
      {mayEdit && isLimited() ? <p className={`quiet ${styles.more}`}>{limitWords(kind)}</p> : null}
      {kind === "fee" ? <RivalFees fees={found} /> : null}
      {found.length === 0 ? (
        <EmptyState title={typed === "" ? `No ${kindWords[kind].many} yet` : "Nothing found"}>
          {typed === "" ? whatTheyAreFor(kind, mayAdd) : "Try fewer or different words."}
        </EmptyState>
      ) : (
        <EntriesTable kind={kind} entries={found.slice(0, maxShown)} onEdit={mayEdit ? setOpen : undefined} />
      )}
      {found.length > maxShown ? (
        <p className={`quiet ${styles.more}`}>
          and {formatCount(found.length - maxShown)} more: type to find them
        </p>
      ) : null}
      {open &&
      mayEdit &&
      (open.kind === undefined ? kind !== "practice" || isOwn({ ...open, kind }) : isOwn(open)) ? (
        <EntryDialog kind={kind} entry={open} onClose={close} />
      ) : null}
    </section>
  );
}

function whatTheyAreFor(kind: DirectoryKind, mayAdd: boolean): string {
  const use =
    kind === "fee"
      ? "A fee fills in a line’s amount when you type its code."
      : `Once a ${kindWords[kind].one} has a name here, you see and search by the name, and can type just its first letters.`;
  const how = mayAdd ? "Add them one by one, or import a CSV file." : "A lead or an administrator adds them.";
  return `${use} ${how}`;
}
