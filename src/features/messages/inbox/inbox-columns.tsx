import { Button } from "#room/ui/button.tsx";
import { ChevronDownIcon, ChevronUpIcon } from "#room/ui/page-icons.tsx";
import styles from "./inbox-columns.module.css";
import type { SortKey, SortOrder } from "./sort-summaries.ts";

const columns: readonly [SortKey, string][] = [
  ["from", "From"],
  ["subject", "Subject"],
  ["received", "Received"],
  ["size", "Size"],
];

export interface InboxColumnsProps {
  order: SortOrder;
  onOrder(order: SortOrder): void;
}

/** The initial direction of a column: dates and sizes descending, text ascending. */
function nextOrder(order: SortOrder, key: SortKey): SortOrder {
  if (order.key === key) return { key, descending: !order.descending };
  return { key, descending: key !== "from" && key !== "subject" };
}

/** The list's header in the wide layouts: a click sorts, another reverses the order. */
export function InboxColumns({ order, onOrder }: InboxColumnsProps) {
  return (
    <div className={styles.columns}>
      {columns.map(([key, name]) => (
        <span key={key} className={key === "received" || key === "size" ? "end" : ""}>
          <Button
            look="quiet"
            size="small"
            aria-label={`Sort by ${name.toLowerCase()}${order.key === key ? (order.descending ? ", now descending" : ", now ascending") : ""}`}
            onClick={() => onOrder(nextOrder(order, key))}
          >
            {name}
            {order.key === key ? (
              order.descending ? (
                <ChevronDownIcon size={12} />
              ) : (
                <ChevronUpIcon size={12} />
              )
            ) : null}
          </Button>
        </span>
      ))}
    </div>
  );
}
