// A short summary of what failed, for the end of a log that may be truncated before it.
import { stripVTControlCharacters } from "node:util";

/** Readers see a log's last lines first, and maybe only those. */
const mostLines = 60;
const linesEach = 5;

/** The first nonempty lines of a message. */
function shortened(message) {
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "" && !/^\s*at /.test(line));
  return lines.slice(0, linesEach).map((line) => `      ${line.slice(0, 200)}`);
}

function lastOf(results) {
  return results.at(-1)?.errors?.map(({ message }) => message ?? "") ?? [];
}

/** From Vitest's report: tests that failed on both tries or on the first, and files that could not run at all. */
export function unitFailures(report) {
  return (report?.testResults ?? []).flatMap(({ name: file, status, message, assertionResults }) => {
    const failed = assertionResults.filter(
      (test) => test.status === "failed" || (test.failureMessages ?? []).length > 0,
    );
    if (failed.length === 0) return status === "failed" ? [{ file, title: "", message }] : [];
    return failed.map((test) => ({
      file,
      title: test.fullName,
      isFlaky: test.status === "passed",
      message: test.failureMessages[0] ?? "",
    }));
  });
}

function failuresOf(suite, titles) {
  const within = suite.suites?.flatMap((inner) => failuresOf(inner, [...titles, inner.title])) ?? [];
  const own = suite.specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ status, results }) => ({
        file: `e2e/specs/${file}:${line}`,
        title: [...titles, title].join(" › "),
        isFlaky: status === "flaky",
        message: (status === "flaky" ? lastOf(results.slice(0, -1)) : lastOf(results)).join("\n"),
      })),
  );
  return [...own, ...within];
}

/** From Playwright's report: tests that failed, tests that passed only on retry, and errors outside of tests. */
export function browserFailures(report) {
  const outside = (report?.errors ?? []).map(({ message }) => ({
    file: "e2e",
    title: "outside a test",
    message: message ?? "",
  }));
  return [...outside, ...(report?.suites ?? []).flatMap((suite) => failuresOf(suite, []))];
}

/** One paragraph per failure, tests that failed on every try first; limited to a fixed number of lines in all. */
export function describeFailures(failures, root) {
  const sorted = failures.toSorted((a, b) => Number(a.isFlaky ?? false) - Number(b.isFlaky ?? false));
  const lines = [];
  for (const [at, { file, title, isFlaky, message }] of sorted.entries()) {
    const name = `${isFlaky ? "flaky " : "FAILED"}  ${file.replace(`${root}/`, "")} ${title && `› ${title}`}`;
    // If there are many failures, only their names are listed, so that none is missed.
    const room = mostLines - lines.length - 2 * (sorted.length - at);
    lines.push(name.trimEnd(), ...shortened(message).slice(0, Math.max(0, Math.min(linesEach, room))));
  }
  if (lines.length <= mostLines) return lines;
  return [...lines.slice(0, mostLines - 1), `… and ${lines.length - mostLines + 1} more lines`];
}
