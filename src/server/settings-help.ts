import { settingList } from "./settings.ts";

const columns = 100;
const names = 31;

/** A name, and beside it its text in lines that fit. */
function wrapped(name: string, text: string): string {
  const words = text.split(" ");
  const lines = [words.shift() ?? ""];
  for (const word of words) {
    const last = lines.at(-1) ?? "";
    if (names + last.length + 1 + word.length <= columns) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return `  ${name.padEnd(names - 3)} ${lines.join(`\n${" ".repeat(names)}`)}`;
}

/** The text of `--help`: the options, and every setting with its default. */
export function helpText(): string {
  const rows = Object.values(settingList).map(({ variable, help, schema, ...rest }) => {
    const preset: unknown = schema.safeParse(undefined).data;
    const absent = "absent" in rest ? rest.absent : preset;
    const shown = absent === true ? "yes" : absent === false ? "no" : String(absent);
    return wrapped(variable, `${help} (${shown})`);
  });
  return [
    "npm start [-- OPTION]",
    "",
    "Options",
    "  --help   show this help",
    "  --demo   run on a temporary store with two users and sample mail",
    "",
    "Settings, from environment variables (default in parentheses)",
    ...rows,
  ].join("\n");
}
