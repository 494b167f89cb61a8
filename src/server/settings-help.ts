import { settingList } from "./settings.ts";

/** The text of `--help`: the options, and every setting with what holds when it is absent. */
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
    "  --help   this text",
    "  --demo   a throw-away store with two users and mail between them",
    "",
    "Settings, from the environment (in brackets: when absent)",
    ...rows,
  ].join("\n");
}
