const postgresUniqueViolation = "23505";

/** True for the error that either engine throws when a row with that key is there already. */
export function isDuplicate(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  const code = String(error.code);
  return (
    code === postgresUniqueViolation ||
    code === "SQLITE_CONSTRAINT_UNIQUE" ||
    code === "SQLITE_CONSTRAINT_PRIMARYKEY"
  );
}
