import { Link } from "@tanstack/react-router";
import { ownPractices } from "#room/api/account.ts";
import type { DaySheet } from "#room/contract/schemas/day-sheet.ts";
import { shownCaller } from "#room/contract/caller-name.ts";
import { useNames } from "#room/features/names/names-now.ts";
import { Banner } from "#room/ui/banner.tsx";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { ClinicWords } from "#room/features/visits/invoice/clinic-words.tsx";
import styles from "./figures.module.css";
import type { FiguresSearch } from "./figures-search.ts";
import { basisWords, daysWords, isPartOfSheet, type SheetScope, sheetTables } from "./sheet-scope.ts";
import { DepositSlip, Ended, FigureTables, Late, Uncharged } from "./sheet-sections.tsx";
import { TotalsTable } from "./totals-table.tsx";
import { useSheetTimes } from "./use-sheet-times.ts";

interface DaySheetProps {
  readonly sheet: DaySheet;
  readonly scope: SheetScope;
  readonly search: FiguresSearch;
}

/** What of the clinic it shows, for paper. */
function ScopeWords({ scope }: { readonly scope: SheetScope }) {
  const names = useNames();
  const { practice, person, code } = scope;
  const words = [
    practice ? names.words("practice", practice) : "All practices",
    ...(["provider", "payer"] as const).map((by) => {
      const { head, none } = sheetTables[by];
      const { [by]: id } = scope;
      return id === "none" ? none : id ? `${head}: ${names.words(by, id)}` : "";
    }),
    person ? `Charged by: ${shownCaller(person)}` : "",
    code ? `Code: ${code}` : "",
  ];
  return words.filter(Boolean).join(" · ");
}

/** Of a closed day without a sheet of its own, to who sees all practices: theirs was kept as one. */
const isClosedForAll = ({ practice, ...part }: SheetScope) =>
  practice !== undefined && !isPartOfSheet(part) && ownPractices().length === 0;

/** The sheet of these days, on the screen and on paper. */
export function DaySheetView({ sheet, scope, search }: DaySheetProps) {
  const { closed, totals, uncharged = [], clinic } = sheet;
  const isEmpty = totals.length === 0 && (uncharged ?? []).length === 0 && sheet.payments.length === 0;
  const { kept, ...live } = search;
  const timeOf = useSheetTimes(scope);
  return (
    <div className={styles.sheet}>
      <header className={styles.paperHead}>
        <ClinicWords clinic={clinic} />
        <p className={styles.paperTitle}>Day sheet {daysWords(scope)}</p>
        <p>
          {basisWords(scope)} · <ScopeWords scope={scope} /> · made {timeOf(sheet.asOf)}
        </p>
      </header>
      {closed ? (
        <Banner
          title={`Closed by ${shownCaller(closed.by)}, ${timeOf(closed.at)}`}
          actions={
            closed.hasSheet ? (
              <Link to="/figures" search={kept ? live : { ...live, kept: "yes" }} data-print="hidden">
                {kept ? "Show it as it is now" : "Show it as it was closed"}
              </Link>
            ) : isClosedForAll(scope) ? (
              <Link to="/figures" search={{ ...live, practice: undefined, kept: "yes" }} data-print="hidden">
                Show all practices as they were closed
              </Link>
            ) : null
          }
        >
          {kept
            ? "This is the sheet as it was when the day was closed."
            : "These are the figures as they are now."}
          {isPartOfSheet(scope) ? " What was done after closing shows on the whole day’s sheet." : null}
          {kept ? <span data-print="hidden"> Its links open the visits as they are now.</span> : null}
        </Banner>
      ) : null}
      {isEmpty ? (
        <EmptyState title="Nothing was charged">
          No charges, payments or held visits on these days.
        </EmptyState>
      ) : null}
      <TotalsTable sheet={sheet} scope={scope} />
      <Late sheet={sheet} scope={scope} />
      <Ended sheet={sheet} scope={scope} />
      <DepositSlip sheet={sheet} scope={scope} />
      <Uncharged sheet={sheet} scope={scope} />
      <FigureTables sheet={sheet} scope={scope} />
      {scope.provider || scope.code ? (
        <p className={styles.about}>
          Payments are made on a visit, not on its lines: choose all providers and all codes to see them.
        </p>
      ) : null}
    </div>
  );
}
