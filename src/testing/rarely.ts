import * as fc from "fast-check";

/** Given in one draw of `times`, else undefined: of many conditions together few would find anything. */
export const rarely = <T>(some: fc.Arbitrary<T>, times: number): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: some });
