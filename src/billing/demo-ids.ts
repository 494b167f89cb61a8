/** An id of a demo's made-up things, the same at every start, so that its directory can name them. */
export const demoId = (kind: string, index: number) => kind + String(index).padStart(32 - kind.length, "0");

export const demoPractice = (index: number) => demoId("c11c", index);
export const demoProvider = (index: number) => demoId("d0c", index);
export const demoPayer = (index: number) => demoId("9a1", index);
