import { settingList } from "./settings.ts";

/** The text of `--help`: the options, and every setting with its default. */
export function helpText(): string {
  const rows = Object.values(settingList).map(({ variable, help, schema, ...rest }) => {
    const preset: unknown = schema.safeParse(undefined).data;
    const absent = "absent" in rest ? rest.absent : preset;
    const shown = absent === true ? "yes" : absent === false ? "no" : String(absent);
    return `  ${variable.padEnd(29)} ${help} (${shown})`;
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
