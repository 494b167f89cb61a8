import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";

const mebibyte = 1024 ** 2;
const sendMessage = "/DirectMessaging/SendMessage";
let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startTestServer();
  key = await server.signIn();
});
afterAll(() => server.stop());

/** Sends only the beginning of a request; returns its answer and ends it. */
function begin(
  path: string,
  { length, body = "", headers = "" }: { length: number; body?: string; headers?: string },
) {
  let answer = "";
  const socket = connect(server.port, "127.0.0.1", () => {
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n${headers}\r\n${body}`);
  });
  socket.on("error", () => undefined);
  socket.on("data", (part: Buffer) => (answer += part.toString()));
  const answered = async () => {
    await expect.poll(() => answer, { timeout: 20_000 }).toContain("\r\n\r\n");
    return Number(answer.slice(9, 12));
  };
  return { socket, answered, text: () => answer };
}

const mailWith = (base64: string) => ({
  loggedInUser: "casey",
  email: { to: ["robin@direct.example"], subject: "x", attachments: [{ fileName: "a", base64 }] },
});

describe("a large body", () => {
  it.each(["/AutoChargeEntry/Billing/ChargedVisit", "/api/ImportCodeSetRequest"])(
    "to %s has a known caller before its first byte",
    async (path) => {
      const length = 7 * mebibyte;
      const stranger = begin(path, { length });
      expect(await stranger.answered()).toBe(401);
      stranger.socket.destroy();
      const user = begin(path, { length, headers: `X-ss-id: ${key}\r\n` });
      await pause(100);
      expect(user.text()).toBe("");
      user.socket.destroy();
    },
  );

  it("to messaging is known by its key, within one MiB", async () => {
    const text = "A".repeat(400_000);
    const mail = { ...mailWith(text), sessionKey: key };
    const last = await server.post(sendMessage, {
      ...mail,
      email: { ...mail.email, attachments: [...mail.email.attachments] },
    });
    expect(last.body).toMatchObject({ hasError: false });
    const first = await server.post(sendMessage, { sessionKey: key, ...mailWith("A".repeat(12 * mebibyte)) });
    expect(first.body).toMatchObject({ hasError: false });
    const byHeader = await server.post(
      sendMessage,
      { ...mailWith("A".repeat(12 * mebibyte)), sessionKey: key },
      { "x-ss-id": key },
    );
    expect(byHeader.body).toMatchObject({ hasError: false });
  });

  it("to messaging without a key gets 413, malformed a flag", async () => {
    const without = begin(sendMessage, { length: 60 * mebibyte, body: `{"x":"${"A".repeat(2 * mebibyte)}` });
    expect(await without.answered()).toBe(413);
    without.socket.destroy();
    const wrong = begin(sendMessage, {
      length: 60 * mebibyte,
      body: `{"sessionKey":"none-of-ours","x":"${"A".repeat(200_000)}`,
    });
    expect(await wrong.answered()).toBe(200);
    expect(wrong.text()).toContain('"badSessionKey":true');
    wrong.socket.destroy();
  });
});

it("a key is found in a body sent slowly", async () => {
  const text = JSON.stringify({ ...mailWith("A".repeat(20_000)), sessionKey: key, loggedInUser: "casey" });
  const from = text.indexOf('"sessionKey"') - 200;
  const sender = begin(sendMessage, { length: text.length, body: text.slice(0, from) });
  await once(sender.socket, "connect");
  sender.socket.setNoDelay(true);
  for (const byte of text.slice(from)) {
    sender.socket.write(byte);
    // Each byte in a packet of its own.
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await sender.answered()).toBe(200);
  expect(sender.text()).toContain('"hasError":false');
  sender.socket.destroy();
});

it("strangers who announce much and send nothing block nobody", async () => {
  const idle = Array.from({ length: 80 }, () => begin(sendMessage, { length: 60 * mebibyte }));
  await Promise.all(idle.map(({ socket }) => once(socket, "connect")));
  const sent = await server.post(sendMessage, { sessionKey: key, ...mailWith("A".repeat(400_000)) });
  expect(sent.body).toMatchObject({ hasError: false });
  for (const { socket } of idle) socket.destroy();
});

it("strangers who send slowly are cut off soon", async () => {
  const impatient = await startTestServer({}, { limits: { anonymousSeconds: 1 } });
  const slow = connect(impatient.port, "127.0.0.1");
  // Cut off in the midst of a write, it may end by an error as well.
  const closed = new Promise((resolve) => slow.once("close", resolve).on("error", () => undefined));
  slow.write(`POST ${sendMessage} HTTP/1.1\r\nHost: x\r\nContent-Length: ${mebibyte}\r\n\r\n`);
  slow.write("A".repeat(mebibyte / 2));
  const dribble = setInterval(() => slow.write("A"), 50);
  await closed;
  clearInterval(dribble);
  await impatient.stop();
});

it("forty strangers sending 62 MiB take only their share", { timeout: 60_000 }, async () => {
  const before = process.memoryUsage.rss();
  const part = "A".repeat(mebibyte);
  const strangers = Array.from({ length: 40 }, () => {
    const stranger = begin(sendMessage, { length: 62 * mebibyte, body: '{"email":"' });
    let left = 61;
    const push = () => {
      while (left-- > 0 && !stranger.socket.destroyed && stranger.socket.write(part));
    };
    stranger.socket.on("drain", push).on("connect", push);
    return stranger;
  });
  for (const stranger of strangers) {
    const status = await stranger.answered();
    expect([413, 503], stranger.text()).toContain(status);
  }
  for (const stranger of strangers) stranger.socket.destroy();
  expect(process.memoryUsage.rss() - before).toBeLessThan(250 * mebibyte);
});

it("bytes in flight are bounded per user, and freed again", async () => {
  const headers = `X-ss-id: ${key}\r\n`;
  const length = 60 * mebibyte;
  const held = [1, 2, 3].map(() => begin(sendMessage, { length, headers, body: '{"x":"' }));
  await expect
    .poll(
      async () => {
        const other = begin(sendMessage, { length: 50 * mebibyte, headers });
        const waited = await Promise.race([other.answered(), pause(1000, "let in")]);
        other.socket.destroy();
        return waited;
      },
      { timeout: 20_000 },
    )
    .toBe(503);
  const refused = begin(sendMessage, { length, headers });
  expect(await refused.answered()).toBe(503);
  expect(refused.text()).toContain("retry-after: 5");
  refused.socket.destroy();
  for (const { socket } of held) socket.destroy();
  await expect
    .poll(
      async () =>
        (await server.post(sendMessage, { sessionKey: key, ...mailWith("A".repeat(40 * mebibyte)) })).status,
      { timeout: 20_000 },
    )
    .toBe(200);
});

it("a 60 MiB body is read and returned", { timeout: 120_000 }, async () => {
  const content = Buffer.alloc(22 * mebibyte, "some bytes of a scan");
  const base64 = content.toString("base64");
  const attachments = [1, 2].map((number) => ({ fileName: `${number}.bin`, base64 }));
  const textBody = 'Line with "quotes"\n and ümlauts. '.repeat(40_000);
  const sent = await server.post(sendMessage, {
    sessionKey: key,
    loggedInUser: "casey",
    email: { to: ["casey@direct.example"], textBody, attachments },
  });
  const { messageId, hasError } = sent.body;
  expect(hasError).toBe(false);
  const read = await server.post("/DirectMessaging/GetMessage", {
    sessionKey: key,
    loggedInUser: "casey",
    messageId,
  });
  expect(read.body["email"]).toMatchObject({
    textBody,
    attachments: [{ fileName: "1.bin" }, { fileName: "2.bin" }],
  });
  expect(read.text.split(base64)).toHaveLength(3);
});

it.each([
  ["names", (count: number) => Array.from({ length: count }, (_, number) => `"k${number}":1`).join(",")],
  ["texts", (count: number) => `"x":[${'"",'.repeat(count)}1]`],
  ["numbers", (count: number) => `"x":[${"1,".repeat(count)}1]`],
])("a message beyond half a million %s is refused unparsed", async (_what, members) => {
  const body = `{"sessionKey":"${key}",${members(650_000)}}`;
  const answer = await server.send(sendMessage, { body });
  expect(answer.status).toBe(413);
  expect(answer.text).toContain("RequestTooLarge");
});

it("a long invalid text is refused with its place", async () => {
  const long = "A".repeat(300_000);
  const wrong = await server.post(sendMessage, { sessionKey: key, ...mailWith(`${long}é===`) });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("email.attachments[0].base64");
  const broken = await server.send(sendMessage, {
    body: `{"sessionKey":"${key}","textBody":"${long}\u0001","y":1}`,
  });
  expect(broken.status).toBe(400);
  expect(broken.text).toContain(`not JSON at position ${27 + key.length + 300_000 + 2}`);
  const behind = `{"sessionKey":"${key}","base64":"${long}","y":nul}`;
  const later = await server.send(sendMessage, { body: behind });
  expect(later.text).toContain(`not JSON at position ${behind.indexOf("nul")}`);
});

it("is asked for only where it would be taken", async () => {
  const charge = "/AutoChargeEntry/Billing/ChargedVisit";
  const expects = "Expect: 100-continue\r\n";
  const large = begin(charge, { length: 9 * mebibyte, headers: `${expects}X-ss-id: ${key}\r\n` });
  expect(await large.answered()).toBe(413);
  const stranger = begin(charge, { length: 7 * mebibyte, headers: expects });
  expect(await stranger.answered()).toBe(401);
  const nowhere = begin("/api/Nothing", { length: 100, headers: expects });
  expect(await nowhere.answered()).toBe(405);
  const body = JSON.stringify({ sessionKey: "none-of-ours" });
  const sender = begin(sendMessage, { length: body.length, headers: expects });
  expect(await sender.answered()).toBe(100);
  sender.socket.write(body);
  await expect.poll(sender.text).toContain('"badSessionKey":true');
  for (const { socket } of [large, stranger, nowhere, sender]) socket.destroy();
});
