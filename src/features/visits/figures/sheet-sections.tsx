import { Link } from "@tanstack/react-router";
import { totalText } from "#room/billing/money-text.ts";
import { shownCaller } from "#room/contract/caller-name.ts";
import { type DaySheet, sheetBy } from "#room/contract/schemas/day-sheet.ts";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import { showDate } from "#room/billing/show-date.ts";
import { stateLook } from "#room/features/visits/states.ts";
import { QueueLink } from "#room/features/visits/overview/queue-link.tsx";
import { reasonKey } from "#room/features/visits/queue/row-status.ts";
import table from "#room/ui/table.module.css";
import { formatCount } from "#room/ui/formats.ts";
import { amountText, FigureTable, number, SheetTable } from "./figure-table.tsx";
import { lateActs, whatWords } from "./late-words.ts";
import {
  currencyIn,
  endedView,
  paidView,
  type SheetScope,
  sheetTables,
  viewOf,
  viewOfRow,
} from "./sheet-scope.ts";
import { useSheetTimes } from "./use-sheet-times.ts";

interface SheetPart {
  readonly sheet: DaySheet;
  readonly scope: SheetScope;
}

/** By practice, provider, payer, person and code. */
export function FigureTables({ sheet, scope }: SheetPart) {
  return sheetBy.options.map((by) => (
    <FigureTable
      key={by}
      title={`By ${by}`}
      head={sheetTables[by].head}
      rows={sheet.rows.filter((row) => row.by === by)}
      nameOf={({ name }) => shortGuid(name) || sheetTables[by].none}
      isOfLines={by === "provider" || by === "payer" || by === "code"}
      viewOf={({ id, visits, ...row }) =>
        viewOfRow(scope, by, { id, visits, part: currencyIn(sheet.totals, row) })
      }
    />
  ));
}

/** By date of service they are of visits, whenever they were paid: nothing that is brought to the bank. */
const slipWords = {
  charge: [
    "Deposit slip",
    "Payments as they came in; refunds are negative. A correction counts only what it changes, and a void takes its payments off on the day of the void, so the total can differ from Paid.",
  ],
  service: [
    "Payments on these visits",
    "By date of service, not by day paid. For a deposit slip choose dates of charge. Refunds are negative.",
  ],
} as const;

/** Payments by type and category. */
export function DepositSlip({ sheet: { payments, totals }, scope }: SheetPart) {
  if (payments.length === 0) return null;
  const [title, about] = slipWords[scope.by ?? "charge"];
  return (
    <SheetTable
      title={title}
      about={about}
      heads={["Type", "Category", number("Payments"), number("Amount")]}
    >
      {payments.map(({ paymentType, paymentCategory, count, amount }) => (
        <tr key={`${paymentType}|${paymentCategory}|${amount.currency}`}>
          <th scope="row">
            <QueueLink
              view={paidView(
                scope,
                `${paymentType}|${paymentCategory}`,
                currencyIn(totals, { charged: amount }),
              )}
            >
              {paymentType || "No type"}
            </QueueLink>
          </th>
          <td>{paymentCategory || "No category"}</td>
          <td className={table.number}>{formatCount(count)}</td>
          <td className={table.number}>{amountText(amount)}</td>
        </tr>
      ))}
      <tr>
        <th scope="row" colSpan={2}>
          Total
        </th>
        <td className={table.number}>{formatCount(payments.reduce((sum, { count }) => sum + count, 0))}</td>
        <td className={table.number}>{totalText(payments.map(({ amount }) => amount))}</td>
      </tr>
    </SheetTable>
  );
}

/** What of these days is not charged, and why. */
export function Uncharged({ sheet: { uncharged }, scope }: SheetPart) {
  if (!uncharged || uncharged.length === 0) return null;
  return (
    <SheetTable
      title="Not charged"
      about={`As they ${scope.kept ? "were then" : "are now"}: withheld, refused, or closed without billing.`}
      heads={["State", "Reason", number("Visits"), number("Amount")]}
    >
      {uncharged.map(({ state, reason, group }) => (
        <tr key={`${state} ${reason}`}>
          <th scope="row">{stateLook(state).label}</th>
          <td>
            <QueueLink
              view={viewOf(scope, {
                tab: state === "closed" ? "closed" : "open",
                state: state === "closed" ? "" : state,
                ...(reason === "" ? { without: "reason" } : { reason: reasonKey(reason) }),
              })}
            >
              {reason || "No reason given"}
            </QueueLink>
          </td>
          <td className={table.number}>{formatCount(group.count)}</td>
          <td className={table.number}>{totalText(group.sums) || "–"}</td>
        </tr>
      ))}
    </SheetTable>
  );
}

/** What of these days was corrected or voided: it stays on file, and no sum has it. */
export function Ended({ sheet: { ended }, scope }: SheetPart) {
  if (!ended || ended.length === 0) return null;
  return (
    <SheetTable
      title="Corrected and voided"
      about="No longer in the totals; a correction counts on the day it was made. Amounts are those before; the visits show what is billed now."
      heads={["What", number("Invoices"), number("Amount before")]}
    >
      {ended.map(({ what, count, amount }) => (
        <tr key={`${what} ${amount.currency}`}>
          <th scope="row">
            <QueueLink
              view={endedView(
                scope,
                what,
                currencyIn(
                  ended.map((each) => ({ charged: each.amount })),
                  { charged: amount },
                ),
              )}
            >
              {whatWords[what]}
            </QueueLink>
          </th>
          <td className={table.number}>{formatCount(count)}</td>
          <td className={table.number}>{amountText(amount)}</td>
        </tr>
      ))}
    </SheetTable>
  );
}

/** What changed after the day was closed. */
export function Late({ sheet, scope }: SheetPart) {
  const timeOf = useSheetTimes(scope);
  const { late } = sheet;
  const acts = lateActs(sheet);
  if (acts.length === 0) return null;
  const count = late.sums.reduce((sum, each) => sum + each.count, 0);
  return (
    <SheetTable
      title="After closing"
      about={`${late.sums.map((sum) => `${whatWords[sum.what]}: ${formatCount(sum.count)}, ${amountText(sum.amount)}`).join(". ")}. The day, or the date of service, was already closed.`}
      className={table.cards}
      heads={[
        number("Invoice"),
        "What",
        "Visit",
        "Date of service",
        "When",
        "By",
        number("Amount"),
        number("Paid"),
      ]}
      foot={
        count > acts.length ? `Only the first ${formatCount(late.invoices.length)} are listed.` : undefined
      }
    >
      {acts.map(({ invoice, what, at, by }) => (
        <tr key={`${invoice.invoiceNumber} ${what}`}>
          <th scope="row" className={table.number} data-label="Invoice">
            {invoice.invoiceNumber}
          </th>
          <td>{whatWords[what]}</td>
          <td data-label="Visit">
            <Link to="/visits/by-visit/$visitId" params={{ visitId: invoice.visitId }}>
              {shortGuid(invoice.visitId)}
            </Link>
          </td>
          <td data-label="Date of service">{invoice.serviceDate ? showDate(invoice.serviceDate) : "–"}</td>
          <td data-label="When">{at ? timeOf(at) : "–"}</td>
          <td data-label="By">{by ? shownCaller(by) : "–"}</td>
          <td className={table.number} data-label="Amount">
            {amountText(invoice.charged)}
          </td>
          <td className={table.number} data-label="Paid">
            {invoice.paid ? amountText(invoice.paid) : "–"}
          </td>
        </tr>
      ))}
    </SheetTable>
  );
}
