/** What stands for none in figures and filters. */
export const noneWords = { payer: "No payer (patient)", provider: "No provider" } as const;
