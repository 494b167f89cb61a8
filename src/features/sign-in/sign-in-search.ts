import { addressReader, oneOf, text } from "#room/contract/address-reader.ts";

/** `/sign-in?continue=/visits`: where to go afterwards, a path of this console. `ended` says why the user is here. */
export const signInSearch = addressReader({
  continue: text,
  link: text,
  ended: oneOf("signed-out", "unsent", "other-user"),
});

/** The parameters from an identity provider. Used once and removed from the address. */
export const signInCallbackSearch = addressReader({
  state: text,
  code: text,
  error: text,
});
