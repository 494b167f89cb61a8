import { seedDemoDirectory } from "./demo-directory.ts";
import { seedDemoVisits } from "./demo-visits.ts";
import type { Store } from "./store/store.ts";

/** For both users; the demo's sign-in page shows it. */
export const demoPassword = "try it out 1";

/** The settings of `--demo`, whatever the environment says: stored data is never touched. */
export const demoEnvironment = {
  DATABASE_URL: ":memory:",
  FIRST_USER: `casey:${demoPassword}:casey@direct.example;robin:${demoPassword}:robin@direct.example`,
} as const;

/** How to sign in; printed at the start. */
export const demoLines = [
  "Demo: all data is made up, and deleted when it stops.",
  `Sign in as casey or robin, password: ${demoPassword}`,
];

interface DemoMessage {
  readonly from: "casey" | "robin";
  readonly hoursAgo: number;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly cc?: boolean;
  readonly attachment?: { readonly fileName: string; readonly contentType: string; readonly text: string };
}

const messages: readonly DemoMessage[] = [
  {
    from: "robin",
    hoursAgo: 1,
    subject: "Withheld: laceration repair without a diagnosis link",
    text: "Hi Casey,\n\nthe engine withheld this morning's laceration visit: charge 2 (12001) isn't linked to a diagnosis. The chart says S61.411A. Could you link it and send it again?\n\nThanks\nRobin",
  },
  {
    from: "casey",
    hoursAgo: 3,
    subject: "Re: Modifier 25 on same-day visits",
    text: "Agreed. I'll add 25 to the E/M line whenever there is a procedure too, and the note has to show the separate work.",
  },
  {
    from: "robin",
    hoursAgo: 5,
    subject: "Modifier 25 on same-day visits",
    text: "Two visits came back this week because modifier 25 was missing. Can we look at them together at two?",
  },
  {
    from: "robin",
    hoursAgo: 26,
    subject: "Fee list for November",
    text: "The November 1 list is attached. 99213 and 99214 changed; the rest is the same.",
    html: "<p>The <b>November 1</b> list is attached.</p><ul><li>99213 and 99214 changed</li><li>the rest is the same</li></ul>",
    attachment: {
      fileName: "fees-november.csv",
      contentType: "text/csv",
      text: "cpt,description,amount,currency\n99203,New patient visit,165.00,USD\n99213,Established patient visit,128.00,USD\n99214,Established patient visit,182.50,USD\n12001,Simple repair,210.00,USD\n",
    },
  },
  {
    from: "casey",
    hoursAgo: 30,
    subject: "Payer's portal is down until noon",
    text: "Please hold what you have; I'll tell you when it's back up.",
    cc: true,
  },
  {
    from: "robin",
    hoursAgo: 50,
    subject: "Workers' comp visit: which form?",
    text: "The visit from Tuesday has the document flag set but no authorization number. Do we wait for the employer?",
  },
];

async function userIdOf(store: Store, name: string): Promise<number> {
  const user = await store.users.find(name);
  if (!user) throw new Error(`The demo has no user ${name}`);
  return user.userId;
}

async function seedMail(store: Store, now: Date): Promise<void> {
  const ids = { casey: await userIdOf(store, "casey"), robin: await userIdOf(store, "robin") };
  for (const { from, hoursAgo, subject, text, html, cc, attachment } of messages.toReversed()) {
    const to = from === "casey" ? "robin" : "casey";
    const content = new TextEncoder().encode(attachment?.text ?? "");
    const attachments = attachment
      ? [{ fileName: attachment.fileName, contentType: attachment.contentType, content }]
      : [];
    await store.messages.deliver(
      {
        sender: `${from}@direct.example`,
        to: [`${to}@direct.example`],
        cc: cc === true ? [`${from}@direct.example`] : [],
        createdTime: undefined,
        subject,
        textBody: text,
        htmlBody: html,
        attachments,
        size: 600 + text.length + (html?.length ?? 0) + Math.ceil((content.length * 4) / 3),
        receivedAt: now.getTime() - hoursAgo * 3_600_000,
      },
      { mailboxes: cc === true ? [ids[to], ids[from]] : [ids[to]] },
    );
  }
}

/** A clinic's morning, for a store that has only the two users. */
export async function fillDemo(store: Store, now: Date): Promise<void> {
  await seedMail(store, now);
  await seedDemoVisits(store, now);
  await seedDemoDirectory(store);
}
