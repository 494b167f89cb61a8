import { orNothing, plainText, reads, setting } from "#room/server/setting.ts";
import { masterKeysOf, keyForm } from "./master-key.ts";

/** The key that encrypts stored content. */
export const dataKeySettings = {
  dataKey: setting({
    variable: "DATA_KEY",
    help: "Key that encrypts events, notes, messages and attachments; while rotating, the new one first, then the old one",
    schema: orNothing(reads(keyForm, masterKeysOf)),
    absent: "they are not encrypted",
    secret: true,
  }),
  dataKeyFile: setting({
    variable: "DATA_KEY_FILE",
    help: "File containing that key, instead of DATA_KEY; read again when the key changes",
    schema: orNothing(plainText),
    absent: "no file",
  }),
} as const;
