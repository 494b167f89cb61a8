export function requestIdOf(answer: Response): string | undefined {
  return answer.headers.get("X-Request-Id") ?? undefined;
}
