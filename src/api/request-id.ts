/** The service's name for this answer, where it gives one. */
export function requestIdOf(answer: Response): string | undefined {
  return answer.headers.get("X-Request-Id") ?? undefined;
}
