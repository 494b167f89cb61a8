// The thread of `read-aside.ts`: reads the one mail that it is given. What cannot be read ends it by its error.
import { once } from "node:events";
import { parentPort } from "node:worker_threads";
import { readMail } from "./read-mail.ts";

/** The memory that is an attachment's alone can be handed over, uncopied. */
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
