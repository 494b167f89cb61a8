interface Failure {
  readonly at: number;
  readonly reason: string;
}

const failures = new Map<string, Failure>();

/** The outcome of this process's last automatic backup, for the health page. */
export function noteOutcome(folder: string, failure: Failure | undefined): void {
  if (failure) failures.set(folder, failure);
  else failures.delete(folder);
}

export function lastFailure(folder: string): Failure | undefined {
  return failures.get(folder);
}
