/** A deterministic id for demo data, so that the demo's directory can name it. */
export const demoId = (kind: string, index: number) => kind + String(index).padStart(32 - kind.length, "0");

export const demoPractice = (index: number) => demoId("c11c", index);
export const demoProvider = (index: number) => demoId("d0c", index);
export const demoPayer = (index: number) => demoId("9a1", index);
