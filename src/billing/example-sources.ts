export interface ExampleSources {
  /** `() => crypto.randomUUID()` in the browser, so that each set of examples has its own ids. */
  readonly uuid: () => string;
  /** `yyyy-MM-dd` */
  readonly today: string;
  /** The practice, provider and payers; generated when absent. */
  readonly of?: { readonly practiceId: string; readonly providerId: string; readonly payerId: string };
}
