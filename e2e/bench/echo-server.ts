import { spawn } from "node:child_process";
import { once } from "node:events";

/** The floor: a bare node:http server in its own process that parses a JSON body and sends it back. */
const program = `
require("node:http").createServer((request, response) => {
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => {
    const text = JSON.stringify(JSON.parse(Buffer.concat(parts).toString()));
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
    response.end(text);
  });
}).listen(0, "127.0.0.1", function () { console.log(this.address().port); });`;

export async function startEchoServer(): Promise<{ url: string; stop(): void }> {
  const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(child.stdout, "data");
  return { url: `http://127.0.0.1:${String(line).trim()}/`, stop: () => child.kill() };
}
