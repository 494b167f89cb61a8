declare const text: unique symbol;

/** Text as it lies in a row, sealed or in the clear: a `Sealer` makes it, the `Vault` opens it, and nothing else takes it. */
export interface KeptText {
  readonly [text]: true;
}
