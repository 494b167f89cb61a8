import { WireClient } from "#e2e/wire-client.ts";

/** A message of robin's to casey; its id. */
export async function deliver(client: WireClient, subject: string, more: object): Promise<number> {
  const { messageId } = await client.call("sendMessage", {
    loggedInUser: "robin",
    sessionKey: client.sessionId,
    email: { to: ["casey@direct.example"], from: "robin@direct.example", subject, textBody: "", ...more },
  });
  return messageId;
}

/** Signed in as the one who writes to casey. */
export async function robinOf(url: string): Promise<WireClient> {
  const client = new WireClient(url);
  await client.signIn("robin");
  return client;
}
