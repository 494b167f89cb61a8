/** The service's request id for this answer, if any. */
export function requestIdOf(answer: Response): string | undefined {
  return answer.headers.get("X-Request-Id") ?? undefined;
}
