declare const text: unique symbol;

/**
 * Text as stored in a row, sealed or in the clear: a `Sealer` creates it, the `Vault` opens it, and nothing else
 * accepts it.
 */
export interface KeptText {
  readonly [text]: true;
}
