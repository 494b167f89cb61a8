import { wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import type { ReadSet } from "#room/server/store/code-set-record.ts";
import type { NoticeRecord } from "#room/server/store/code-set-repository.ts";
import { CodeFileError, CodeFilesRefused } from "./code-file-error.ts";

/** The notice shown once to anyone who imports files with CPT codes. */
export const claimNotice = "NCCI";

const ours =
  "These files hold CPT codes, which are copyright of the American Medical Association. CMS gives them out under a license that is accepted on cms.gov. By importing them you confirm that your practice has accepted that license and uses the files under it.";

interface RequiredNotice {
  readonly name: string;
  readonly text: string;
}

/** The notice these sets require, with the copyright lines of their files; undefined once it has been accepted. */
export function noticeFor(
  read: readonly ReadSet[],
  accepted: readonly NoticeRecord[],
): RequiredNotice | undefined {
  const asking = read.filter(({ set }) => set.system === "NCCI");
  if (asking.length === 0 || accepted.some(({ name }) => name === claimNotice)) return undefined;
  const ofFiles = new Set(asking.flatMap(({ notice }) => (notice ? [notice] : [])));
  return { name: claimNotice, text: [ours, ...ofFiles].join("\n\n") };
}

export function acceptedNotice(
  { name, text }: RequiredNotice,
  read: readonly ReadSet[],
  { by, now }: { readonly by: string; readonly now: () => Date },
): NoticeRecord {
  const first = read.find(({ set }) => set.system === "NCCI");
  return {
    name,
    text,
    origin: first?.set.origin ?? "",
    checksum: first?.set.checksum ?? "",
    acceptedOn: wireDateTimeOf(now()),
    acceptedBy: by,
  };
}

export class NoticeNotAccepted extends CodeFilesRefused {
  readonly notice: RequiredNotice;

  constructor(notice: RequiredNotice, origin: string) {
    super([new CodeFileError(origin, [{ line: 0, message: "its notice has not been accepted yet" }])]);
    this.name = "NoticeNotAccepted";
    this.notice = notice;
  }
}
