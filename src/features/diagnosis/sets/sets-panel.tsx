import { clinicDayText } from "#room/features/names/clinic-day-text.ts";
import { describeFailure } from "#room/api/describe-failure.ts";
import { useCodeSets } from "#room/api/code-sets-query.ts";
import type { CodeSet } from "#room/contract/schemas/code-set.ts";
import { showDates } from "#room/billing/show-date.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import table from "#room/ui/table.module.css";
import { Table } from "#room/ui/table.tsx";
import { formatCount } from "#room/ui/formats.ts";
import { SetImport } from "./set-import.tsx";
import styles from "./sets.module.css";

export function SetsPanel() {
  const { data: sets, error } = useCodeSets();
  if (!sets) {
    return (
      <div className={styles.sets}>
        {error ? (
          <Banner tone="warn" title={describeFailure(error).title}>
            {describeFailure(error).advice}
          </Banner>
        ) : sets === null ? (
          <Banner title="This service doesn’t say which code sets it has." />
        ) : (
          <p className="quiet">
            <Spinner /> Loading
          </p>
        )}
      </div>
    );
  }
  return (
    <div className={styles.sets}>
      {sets.warnings.map((warning) => (
        <Banner key={warning} tone="warn" title={warning} />
      ))}
      <Table
        look="framed"
        label="Code sets"
        scrollLabel="Code sets, scrolled"
        heads={[
          "Set",
          "Effective",
          { name: "Billable", isNumber: true },
          { name: "Not billable", isNumber: true },
          "Source",
          "Imported",
        ]}
      >
        {sets.sets.map((set) => (
          <SetRow key={set.name} set={set} />
        ))}
      </Table>
      {sets.notices?.map(({ name, acceptedBy, acceptedOn, origin, checksum }) => (
        <p key={name} className="quiet">
          The notice of the {name} files was accepted by {acceptedBy} on {clinicDayText(acceptedOn)} with{" "}
          {origin} <code title={`SHA-256 ${checksum}`}>(SHA-256 {checksum.slice(0, 12)}…)</code>.
        </p>
      ))}
      {sets.mayImport ? (
        <SetImport />
      ) : (
        <p className="quiet">
          You can’t import code sets: that needs the right “import-codes”. Ask an administrator for it, or
          whoever runs the server to run “npm run codes -- import”.
        </p>
      )}
    </div>
  );
}

const countedAs = { codes: "", starter: "", mapping: "lines", pairs: "pairs", limits: "limits" } as const;

function SetRow({ set }: { readonly set: CodeSet }) {
  const counted = countedAs[set.kind];
  return (
    <tr>
      <th scope="row" className={styles.name}>
        {set.name}
      </th>
      <td className="nowrap">
        {set.inForceFrom && set.inForceTo ? showDates(set.inForceFrom, set.inForceTo) : "–"}
      </td>
      <td className={table.number}>
        {formatCount(set.billable)}
        {counted === "" ? "" : ` ${counted}`}
      </td>
      <td className={table.number}>
        {counted !== "" || !set.codeSystemName.startsWith("ICD") ? "–" : formatCount(set.headers)}
      </td>
      <td className={styles.origin}>
        {set.origin}
        {set.checksum ? (
          <code className={styles.checksum} title={`SHA-256 ${set.checksum}`}>
            SHA-256 {set.checksum.slice(0, 12)}…
          </code>
        ) : null}
      </td>
      <td>{set.importedOn ? `${clinicDayText(set.importedOn)}, ${set.importedBy ?? ""}` : "–"}</td>
    </tr>
  );
}
