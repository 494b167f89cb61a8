import { addressOf } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";

/** One sign-in per server: hashing a password for every message would take most of the time. */
const robins = new Map<string, WireClient>();

/** Signed in as robin, who writes to casey. */
export async function robinOf(url: string): Promise<WireClient> {
  const known = robins.get(url);
  if (known) return known;
  const robin = new WireClient(url);
  await robin.signIn("robin");
  robins.set(url, robin);
  return robin;
}

/** Sends a message from robin to casey and returns its id. */
export async function deliver(robin: WireClient, subject: string, more: object): Promise<number> {
  const { messageId } = await robin.call("sendMessage", {
    loggedInUser: "robin",
    sessionKey: robin.sessionId,
    email: { to: [addressOf("casey")], from: addressOf("robin"), subject, textBody: "", ...more },
  });
  return messageId;
}
