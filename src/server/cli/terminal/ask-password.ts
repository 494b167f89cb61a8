import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { passwordFault } from "#room/server/sessions/password-rule.ts";
import { WrongUse } from "./wrong-use.ts";

/** Throws what is wrong with a password. */
function checkedPassword(password: string): string {
  const fault = passwordFault(password);
  if (fault !== undefined) throw new WrongUse(fault);
  return password;
}

/** Reads one line from a terminal without showing what is typed. */
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

/** A password: asked for twice in a terminal, else the first line of standard input. Never an argument. */
export async function askPassword(userName: string): Promise<string> {
  if (!process.stdin.isTTY) return checkedPassword(await readFirstLine());
  const password = checkedPassword(await readHidden(`Password for ${userName}: `));
  if ((await readHidden("Once more: ")) !== password)
    throw new WrongUse("The two differ. Nothing was changed.");
  return password;
}
