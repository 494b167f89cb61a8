import { settingList } from "./settings.ts";

/** The text of `--help`: the options, and every setting with its default. */
export function helpText(): string {
  const rows = Object.values(settingList).map(({ variable, help, schema, absent }) => {
    const preset: unknown = absent ?? schema.safeParse(undefined).data;
    const shown = preset === true ? "yes" : preset === false ? "no" : String(preset);
    return `  ${variable.padEnd(28)} ${help} (${shown})`;
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
