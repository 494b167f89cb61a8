import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { newPasswordFault, type PasswordOwner } from "#room/server/sessions/password-rule.ts";
import type { Settings } from "#room/server/settings.ts";
import type { Store } from "#room/server/store/store.ts";
import { WrongUse } from "./run-tool.ts";

/** Reads one line from a terminal without echoing it. */
function readHidden(prompt: string): Promise<string> {
  process.stderr.write(prompt);
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silence, terminal: true });
  return new Promise((resolve, reject) => {
    lines.once("SIGINT", () => {
      lines.close();
      reject(new WrongUse("Nothing was changed."));
    });
    lines.question("", (answer) => {
      lines.close();
      process.stderr.write("\n");
      resolve(answer);
    });
  });
}

async function readFirstLine(): Promise<string> {
  let text = "";
  for await (const chunk of process.stdin) {
    text += String(chunk);
    if (text.length > 10_000) break;
  }
  return text.split(/\r?\n/)[0] ?? "";
}

/** An existing password: prompted for on a terminal, else the first line of standard input. Never an argument. */
export async function askPassword(userName: string): Promise<string> {
  return process.stdin.isTTY ? readHidden(`Password of ${userName}: `) : readFirstLine();
}

/** A new password: prompted for twice on a terminal, else the first line of standard input. Never an argument. */
export async function askNewPassword(
  owner: PasswordOwner,
  parts: { store: Store; settings: Settings },
): Promise<string> {
  const password = process.stdin.isTTY
    ? await readHidden(`New password for ${owner.name}: `)
    : await readFirstLine();
  const fault = await newPasswordFault(password, owner, parts);
  if (fault !== undefined) throw new WrongUse(fault);
  if (process.stdin.isTTY && (await readHidden("Once more: ")) !== password)
    throw new WrongUse("The two passwords differ. Nothing was changed.");
  return password;
}
