import "#room/ui/styles/tokens.css";
import "#room/ui/styles/base.css";
import { startConsole } from "#room/app/start.tsx";
// What the sign-in page and all others have stands in the first piece: they need no other one for it.
import "#room/api/describe-failure.ts";
import "#room/features/sign-in/password-field.tsx";
import "#room/features/sign-in/second-step/passkey-slot.tsx";
import "#room/features/sign-in/second-step/second-step-slot.tsx";
import "#room/ui/banner.tsx";
import "#room/ui/brand.tsx";
import "#room/ui/checkbox.tsx";

const root = document.getElementById("root");
if (root) void startConsole(root);
