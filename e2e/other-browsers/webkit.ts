import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import type { OtherBrowser } from "./other-browser.ts";

const driverProgram = process.env["WEBKIT_DRIVER_PATH"] ?? "/usr/bin/WebKitWebDriver";
const browserProgram = process.env["WEBKIT_PATH"] ?? "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";

export const hasWebKit = existsSync(driverProgram) && existsSync(browserProgram);

/** The keys, by WebDriver's code points for them. */
const keys = { Enter: "\uE007", Tab: "\uE004", Escape: "\uE00C", Control: "\uE009" } as const;

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** A virtual screen, on the first free display number that the X server finds. */
function startScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1500x1000x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  return new Promise((resolve, reject) => {
    screen.once("error", reject);
    screen.stdio[3]?.once("data", (number: Buffer) =>
      resolve({ screen, display: `:${number.toString().trim()}` }),
    );
  });
}

/** Starts the driver and waits until it answers. */
async function startDriver(display: string, port: number): Promise<ChildProcess> {
  const driver = spawn(driverProgram, [`--port=${port}`], {
    stdio: "ignore",
    env: {
      ...process.env,
      DISPLAY: display,
      LANG: "en_US.UTF-8",
      // As root in a container, a sandbox is not available.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
      WEBKIT_DISABLE_DMABUF_RENDERER: "1",
    },
  });
  for (const end = Date.now() + 10_000; Date.now() < end;) {
    const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => undefined);
    if (answer?.ok) return driver;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  driver.kill();
  throw new Error("WebKitWebDriver did not start");
}

/** One command of W3C WebDriver. The result has the type that the command documents. */
async function command<T>(url: string, body: object, method = "POST"): Promise<T> {
  const answer = await fetch(url, {
    method,
    signal: AbortSignal.timeout(30_000),
    ...(method === "POST" && { body: JSON.stringify(body) }),
  });
  const { value } = (await answer.json()) as { value: T };
  if (!answer.ok) throw new Error(`${url}: ${JSON.stringify(value)}`);
  return value;
}

/** Debian's WebKitGTK, over WebDriver. */
export async function openWebKit(): Promise<OtherBrowser> {
  const { screen, display } = await startScreen();
  const port = await freePort();
  const driver = await startDriver(display, port);
  const stop = () => {
    driver.kill();
    screen.kill();
  };
  const alwaysMatch = {
    "webkitgtk:browserOptions": { binary: browserProgram, args: ["--automation"] },
    // Leaves even if the page asks whether to leave.
    unhandledPromptBehavior: "accept",
  };
  const { sessionId } = await command<{ sessionId: string }>(`http://127.0.0.1:${port}/session`, {
    capabilities: { alwaysMatch },
  }).catch((error: unknown) => {
    stop();
    throw error;
  });
  const session = `http://127.0.0.1:${port}/session/${sessionId}`;
  const act = async (type: "key" | "pointer", actions: readonly object[]): Promise<void> => {
    const pointer = type === "pointer" && { parameters: { pointerType: "mouse" } };
    await command(`${session}/actions`, { actions: [{ type, id: type, ...pointer, actions }] });
  };
  const pressed = (value: string) => [
    { type: "keyDown", value },
    { type: "keyUp", value },
  ];
  await command(`${session}/window/rect`, { x: 0, y: 0, width: 1440, height: 900 });
  return {
    errors: [],
    goto: (url) => command(`${session}/url`, { url }),
    evaluate: <T>(expression: string) =>
      command<T>(`${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
    clickAt: (x, y) =>
      act("pointer", [
        { type: "pointerMove", duration: 0, x: Math.round(x), y: Math.round(y) },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ]),
    type: (text) =>
      act(
        "key",
        [...text].flatMap((letter) => pressed(letter)),
      ),
    press: (key, modifier) => {
      const own = pressed(keys[key]);
      const held = modifier && keys[modifier];
      return act(
        "key",
        held ? [{ type: "keyDown", value: held }, ...own, { type: "keyUp", value: held }] : own,
      );
    },
    close: async () => {
      await command(session, {}, "DELETE").catch(() => undefined);
      stop();
    },
  };
}
