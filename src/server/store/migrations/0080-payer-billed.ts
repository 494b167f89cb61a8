import type { Migration } from "#room/server/store/migration.ts";

/**
 * A line counts to its payer only if it bills it. Which did, only their events can tell, which may be sealed: the server
 * makes these rows anew when it starts.
 */
export const payerBilled: Migration = {
  name: "0080-payer-billed",
  up: ({ run }) =>
    run(`
      update invoice set service_date = null
        where invoice_number in (select invoice_number from invoice_line where payer_id <> '');
      delete from invoice_line
        where invoice_number in (select invoice_number from invoice where service_date is null);
    `),
};
