import { spawn } from "node:child_process";
import { once } from "node:events";

/** Runs a program to its end: its exit code, and the last of what it complained of. Throws if it cannot be started. */
export async function runProgram(program: string, words: readonly string[], env = process.env) {
  const child = spawn(program, words, { env, stdio: ["ignore", "ignore", "pipe"] });
  let complaint = "";
  child.stderr.on("data", (text: Buffer) => {
    complaint = `${complaint}${text.toString()}`.slice(-2000);
  });
  const [code]: unknown[] = await once(child, "close");
  return { code, complaint: complaint.trim() };
}
