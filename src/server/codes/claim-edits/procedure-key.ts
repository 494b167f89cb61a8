const shape = /^[0-9A-Z]{5}$/;

export function isProcedureCode(code: string): boolean {
  return shape.test(code);
}

/** Five characters of 0-9, A-Z as a base-36 number below 2^26: numbers sort as codes do. */
export function keyOfProcedure(code: string): number {
  let key = 0;
  for (let at = 0; at < 5; at += 1) {
    const unit = code.charCodeAt(at);
    key = key * 36 + (unit <= 57 ? unit - 48 : unit - 55);
  }
  return key;
}

export type KeyedProcedure = ReturnType<typeof keyedProcedure>;

export function keyedProcedure(code: string) {
  return { code, key: keyOfProcedure(code) };
}
