// The thread of `read-aside.ts`: parses the one mail it is given. An unreadable mail ends it with an error.
import { once } from "node:events";
import { parentPort } from "node:worker_threads";
import { readMail } from "./read-mail.ts";

/** Memory that belongs only to one attachment can be transferred without copying. */
function ownMemory({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

if (parentPort) {
  const [source]: unknown[] = await once(parentPort, "message");
  if (!(source instanceof Uint8Array)) throw new Error("A mail is bytes");
  const read = await readMail(source);
  const memory = read.message.attachments.flatMap(({ content }) => ownMemory(content));
  parentPort.postMessage(read, [...new Set(memory)]);
}
