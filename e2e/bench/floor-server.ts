import { spawn } from "node:child_process";
import { once } from "node:events";

/** A bare node:http server that parses a JSON body and sends it back: what no server of ours can pass. */
const program = `
  const server = require("node:http").createServer((request, response) => {
    const parts = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => {
      const text = JSON.stringify(JSON.parse(Buffer.concat(parts).toString("utf8")));
      response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
      response.end(text);
    });
  });
  server.listen(0, "127.0.0.1", () => process.stdout.write(String(server.address().port)));
`;

export async function startFloor(): Promise<{ port: number; stop(): void }> {
  const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  const [port] = await once(child.stdout, "data");
  return { port: Number(String(port)), stop: () => void child.kill() };
}
