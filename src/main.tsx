import "#room/ui/styles/tokens.css";
import "#room/ui/styles/base.css";
import { startConsole } from "#room/app/start.tsx";

const root = document.getElementById("root");
if (root) void startConsole(root);
