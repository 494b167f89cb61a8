import type { Migration } from "#room/server/store/migration.ts";
import { tablesOfFirstVersion } from "./0012-first-tables.ts";
import { visits } from "./0013-visits.ts";
import { from14To29 } from "./0014-to-0029.ts";
import { from30To45 } from "./0030-to-0045.ts";
import { from55To79 } from "./0055-to-0079.ts";
import { payerBilled } from "./0080-payer-billed.ts";
import { signInsEnded } from "./0081-sign-ins-ended.ts";

/** All migrations, in the order they are applied. Add yours at the end, in a file of its own; older ones share files. */
export const migrations: readonly Migration[] = [
  tablesOfFirstVersion,
  visits,
  ...from14To29,
  ...from30To45,
  ...from55To79,
  payerBilled,
  signInsEnded,
];
