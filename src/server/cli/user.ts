import { runTool } from "./terminal/run-tool.ts";
import { runUserCommand, userUsage } from "./terminal/user-commands.ts";

await runTool(userUsage, (store, settings) => runUserCommand(store, settings, process.argv.slice(2)));
