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

/** From Vitest's report: tests that failed, and files that could not run at all. */
export function unitFailures(report) {
  return (report?.testResults ?? []).flatMap(({ name: file, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0) return status === "failed" ? [{ file, title: "", message }] : [];
    return failed.map(({ fullName, failureMessages }) => ({
      file,
      title: fullName,
      message: failureMessages?.[0] ?? "",
    }));
  });
}

/** A message says which expectation failed only in its code frame, which may be cut off. */
function failedAt({ message = "", location }) {
  return location ? `Line ${location.line}: ${message}` : message;
}

function failuresOf(suite, titles) {
  const within = suite.suites?.flatMap((inner) => failuresOf(inner, [...titles, inner.title])) ?? [];
  const own = suite.specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected")
      .map(({ results }) => ({
        file: `e2e/specs/${file}:${line}`,
        title: [...titles, title].join(" › "),
        message: (results.at(-1)?.errors ?? []).map(failedAt).join("\n"),
      })),
  );
  return [...own, ...within];
}

/** From Playwright's report: tests that failed, and errors outside of tests. */
export function browserFailures(report) {
  const outside = (report?.errors ?? []).map(({ message }) => ({
    file: "e2e",
    title: "outside a test",
    message: message ?? "",
  }));
  return [...outside, ...(report?.suites ?? []).flatMap((suite) => failuresOf(suite, []))];
}

/** One paragraph per failure, limited to a fixed number of lines in all. */
export function describeFailures(failures, root) {
  const lines = [];
  for (const [at, { file, title, message }] of failures.entries()) {
    const name = `FAILED  ${file.replace(`${root}/`, "")} ${title && `› ${title}`}`;
    // If there are many failures, only their names are listed, so that none is missed.
    const room = mostLines - lines.length - 2 * (failures.length - at);
    lines.push(name.trimEnd(), ...shortened(message).slice(0, Math.max(0, Math.min(linesEach, room))));
  }
  if (lines.length <= mostLines) return lines;
  return [...lines.slice(0, mostLines - 1), `… and ${lines.length - mostLines + 1} more lines`];
}
