import { spawn } from "node:child_process";
import { once } from "node:events";

/** The floor of a list: a bare node:http server in its own process that reads fifty visits by their ids. */
const program = `
const [url, prefix, visits] = process.argv.slice(1);
let n = 0;
const ids = () => Array.from({ length: 50 }, () => {
  n = (n * 1103515245 + 12345) % 2147483648;
  return prefix + (1 + n % Number(visits)).toString(16).padStart(24, "0");
});
const marks = (write) => Array.from({ length: 50 }, (_, at) => write(at + 1)).join(", ");
function sqlite() {
  const database = new (require("libsql"))(url.slice("file:".length));
  const statement = database.prepare("select * from visit where visit_id in (" + marks(() => "?") + ")");
  return async () => statement.all(ids());
}
function postgres() {
  const pool = new (require("pg").Pool)({ connectionString: url });
  const text = "select * from visit where visit_id in (" + marks((at) => "$" + at) + ")";
  return async () => (await pool.query({ name: "rows", text, values: ids() })).rows;
}
const read = url.startsWith("file:") ? sqlite() : postgres();
const server = require("node:http").createServer((request, response) => {
  request.resume();
  request.on("end", async () => {
    const text = JSON.stringify({ visits: await read() });
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
    response.end(text);
  });
});
// A caller must not meet a connection that is just being closed.
server.keepAliveTimeout = 120_000;
server.listen(0, "127.0.0.1", function () { console.log(this.address().port); });`;

export async function startRowServer(
  databaseUrl: string,
  prefix: string,
  visits: number,
): Promise<{ url: string; stop(): void }> {
  const child = spawn(process.execPath, ["-e", program, databaseUrl, prefix, String(visits)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  return { url: `http://127.0.0.1:${String(line).trim()}/`, stop: () => child.kill() };
}
