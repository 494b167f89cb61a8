import { dirname } from "node:path";

const noticed = ["Killed", "Timeout"];
const counted = [...noticed, "Survived", "NoCoverage"];

/** A line for each folder, as in .docs/mutants.md. */
function scoresOf(/** @type {import("@stryker-mutator/api/core").schema.MutationTestResult} */ { files }) {
  const rooms = new Map();
  const add = (name, mutants) => {
    const room = rooms.get(name) ?? { files: 0, mutants: 0, noticed: 0 };
    rooms.set(name, room);
    room.files += 1;
    room.mutants += mutants.length;
    room.noticed += mutants.filter(({ status }) => noticed.includes(status)).length;
  };
  for (const [path, file] of Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const mutants = file.mutants.filter(({ status }) => counted.includes(status));
    if (mutants.length > 0) add(dirname(path).replace(/^src\//, ""), mutants);
  }
  const share = (room) => `${Math.floor((1000 * room.noticed) / room.mutants) / 10} %`;
  return [...rooms].map(
    ([name, room]) => `| \`${name}\` | ${room.files} | ${room.mutants} | ${room.noticed} | ${share(room)} |`,
  );
}

class ScoreByRoom {
  onMutationTestReportReady(report) {
    console.log("\n| Room | Files | Mutants | Noticed | Share |\n| --- | --- | --- | --- | --- |");
    console.log(scoresOf(report).join("\n"));
  }
}

export const strykerPlugins = [{ kind: "Reporter", name: "score-by-room", injectableClass: ScoreByRoom }];
