import { ownBytes, SideThread, sideProgram } from "#room/server/aside/side-thread.ts";
import { LetterTooLarge } from "./parse-letter.ts";
import { type ReadMail, readMail } from "./read-mail.ts";

export type MailAnswer = { readonly mail: ReadMail } | { readonly tooLarge: string };
export type MailReader = (source: Uint8Array) => Promise<ReadMail>;

/** A letter of 80 MiB of attachments takes half of it, and a few seconds. */
const limits = { maxMiB: 384, maxMs: 60_000 };

/**
 * Reads letters in a thread with limits of its own, whatever their size: nobody waits while one is read, and one that
 * takes too much ends the thread, not the server. What is read must not be used afterward. Throws LetterTooLarge, and
 * GivenUp.
 */
export function mailReader(program = sideProgram("mail-reader")): MailReader {
  if (program === undefined) return readMail;
  const thread = new SideThread<Uint8Array, MailAnswer>({ program, ...limits });
  return async (source) => {
    const bytes = ownBytes(source);
    const answer = await thread.run(bytes, [bytes.buffer]);
    if ("tooLarge" in answer) throw new LetterTooLarge(answer.tooLarge);
    return answer.mail;
  };
}
