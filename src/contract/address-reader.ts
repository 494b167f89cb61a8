/** Reads one search parameter; undefined when it does not fit. */
type ValueReader<T> = (given: unknown) => T | undefined;

export const text: ValueReader<string> = (given) => (typeof given === "string" ? given : undefined);

/** A whole number, 1 or greater. */
export const count: ValueReader<number> = (given) => {
  const number = typeof given === "string" || typeof given === "number" ? Number(given) : 0;
  return Number.isInteger(number) && number > 0 ? number : undefined;
};

export function oneOf<const T extends string>(...words: readonly T[]): ValueReader<T> {
  return (given) => words.find((word) => word === given);
}

type Readers = Readonly<Record<string, ValueReader<unknown>>>;
type Address = Readonly<Record<string, unknown>>;

/**
 * Parses a page's search parameters, which anybody may have written. A value that does not fit counts as
 * absent. Not zod, because every page needs this at sign-in.
 */
export function addressReader<const Given extends Readers>(
  readers: Given,
): (address: Address) => { [Name in keyof Given]?: ReturnType<Given[Name]> };
export function addressReader(readers: Readers) {
  return (address: Address) => {
    const found = Object.entries(readers).map(([name, read]) => [name, read(address[name])] as const);
    return Object.fromEntries(found.filter(([, value]) => value !== undefined));
  };
}
