const postgresUniqueViolation = "23505";

/** Whether an error of either engine means that a row with that key exists. */
export function isDuplicate(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  const code = String(error.code);
  return (
    code === postgresUniqueViolation ||
    code === "SQLITE_CONSTRAINT_UNIQUE" ||
    code === "SQLITE_CONSTRAINT_PRIMARYKEY"
  );
}
