/** Reads one value of an address; undefined for what does not fit. */
type ValueReader<T> = (given: unknown) => T | undefined;

export const text: ValueReader<string> = (given) => (typeof given === "string" ? given : undefined);

/** A whole number from 1. */
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
 * What a page knows of the address it stands at: text, which anybody may have written. What does not fit counts as not
 * given. Sign-in loads this for all pages, which is why it is not zod.
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
