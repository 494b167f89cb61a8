export type EngineKind = "sqlite" | "postgres";
