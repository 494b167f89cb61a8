// The thread of `read-aside.ts`.
import { answerJobs } from "#room/server/aside/answer-jobs.ts";
import { LetterTooLarge } from "./parse-letter.ts";
import type { MailAnswer } from "./read-aside.ts";
import { readMail } from "./read-mail.ts";

async function read(source: Uint8Array): Promise<MailAnswer> {
  try {
    return { mail: await readMail(source) };
  } catch (error) {
    if (!(error instanceof LetterTooLarge)) throw error;
    return { tooLarge: error.message };
  }
}

answerJobs(read, (answer) =>
  "mail" in answer ? answer.mail.message.attachments.map(({ content }) => content) : [],
);
