import { orNothing, plainText, reads, setting } from "#room/server/setting.ts";
import { givenKeysOf, keyForm } from "./given-key.ts";

/** The key that content on the disk is kept under. */
export const dataKeySettings = {
  dataKey: setting({
    variable: "DATA_KEY",
    help: "Key that events, notes, messages and attachments are kept under; the new one first, then the old one, while it changes",
    schema: orNothing(reads(keyForm, givenKeysOf)),
    absent: "they are kept in the clear",
    secret: true,
  }),
  dataKeyFile: setting({
    variable: "DATA_KEY_FILE",
    help: "File that holds it, instead of DATA_KEY; read anew when the key changes",
    schema: orNothing(plainText),
    absent: "no file",
  }),
} as const;
