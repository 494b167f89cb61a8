import { moneyText } from "#room/billing/money-text.ts";
import { showDate } from "#room/billing/show-date.ts";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import type { DirectoryEntry, DirectoryKind } from "#room/contract/schemas/directory.ts";
import { useNames } from "#room/features/names/names-now.ts";
import { IconButton } from "#room/ui/icon-button.tsx";
import { AlertIcon } from "#room/ui/icons.tsx";
import { CopyIcon } from "#room/ui/page-icons.tsx";
import table from "#room/ui/table.module.css";
import { Table } from "#room/ui/table.tsx";
import { copyText } from "#room/ui/copy-text.ts";
import { isOwn } from "./own-entries.ts";
import styles from "./directory.module.css";

interface EntriesTableProps {
  readonly kind: DirectoryKind;
  readonly entries: readonly DirectoryEntry[];
  /** Absent for users who may only view. */
  readonly onEdit: ((entry: DirectoryEntry) => void) | undefined;
}

/** "from 01/01/2026", "to 12/31/2026", "01/01/2026 – 12/31/2026". */
export function activeWords({ activeFrom, activeTo }: DirectoryEntry): string {
  if (activeFrom && activeTo) return `${showDate(activeFrom)} – ${showDate(activeTo)}`;
  if (activeFrom) return `from ${showDate(activeFrom)}`;
  return activeTo ? `to ${showDate(activeTo)}` : "always";
}

export function amountWords({ amount }: Pick<DirectoryEntry, "amount">): string {
  return amount ? moneyText(amount) : "";
}

export function EntriesTable({ kind, entries, onEdit }: EntriesTableProps) {
  const hasNpi = kind === "practice" || kind === "provider";
  const heads =
    kind === "fee"
      ? ["Code", "Description", "For", { name: "Amount", isNumber: true }, "Active", "ID"]
      : ["Name", "Short name", ...(hasNpi ? ["NPI"] : []), "Active", "ID"];
  return (
    <Table heads={heads}>
      {entries.map((entry) => (
        <tr key={`${entry.id} ${entry.activeFrom ?? ""}`}>
          <td className={styles.name}>
            <NameCell entry={entry} onEdit={onEdit} />
          </td>
          {kind === "fee" ? <FeeCells entry={entry} /> : <td>{entry.shortName}</td>}
          {hasNpi ? <td>{entry.npi}</td> : null}
          <td className="quiet">
            {activeWords(entry)}
            {kind === "fee" ? <Replaced fee={entry} /> : null}
          </td>
          <td>
            <span className={table.id} title={entry.id}>
              {shortGuid(entry.id)}
            </span>
            <CopyId id={entry.id} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

export function CopyId({ id }: { readonly id: string }) {
  const copy = () => void copyText(id, { title: "ID copied" });
  return <IconButton size="small" label="Copy ID" icon={<CopyIcon size={12} />} onClick={copy} />;
}

function NameCell({
  entry,
  onEdit,
}: {
  readonly entry: DirectoryEntry;
  readonly onEdit: EntriesTableProps["onEdit"];
}) {
  const names = useNames();
  const { kind, code, modifiers, name, mergedInto } = entry;
  const words = kind === "fee" ? [code, ...(modifiers ?? [])].join("-") : (name ?? "");
  return (
    <>
      {onEdit && isOwn(entry) ? (
        <button type="button" className="link" onClick={() => onEdit(entry)}>
          {words}
        </button>
      ) : (
        words
      )}
      {mergedInto ? <small className="quiet"> same as {names.words(kind, mergedInto)}</small> : null}
    </>
  );
}

/** Two prices in force at once are told, also where it is clear which of them counts. */
function Replaced({ fee }: { readonly fee: DirectoryEntry }) {
  return useNames()
    .fees.successorsOf(fee)
    .map((next) => (
      <small key={next.activeFrom} className={styles.rivals}>
        {`${amountWords(next)} replaces it ${activeWords(next)}`}
      </small>
    ));
}

function FeeCells({ entry }: { readonly entry: DirectoryEntry }) {
  const names = useNames();
  const { name, payerId, practiceId } = entry;
  const rivals = names.fees.rivalsOf(entry);
  const whose = [
    payerId ? names.words("payer", payerId) : "",
    practiceId ? names.words("practice", practiceId) : "",
  ].filter(Boolean);
  return (
    <>
      <td>{name}</td>
      <td>{whose.join(", ") || <span className="quiet">everybody</span>}</td>
      <td className={table.number}>
        {amountWords(entry)}
        {rivals.length === 0 ? null : (
          <small className={styles.rivals}>
            <AlertIcon size={12} /> also {rivals.map(amountWords).join(", ")}
          </small>
        )}
      </td>
    </>
  );
}
