import { codeSystems } from "#room/contract/primitives/diagnosis-code.ts";
import type { ReadSet } from "#room/server/store/code-set-record.ts";
import type { StoredTable } from "#room/server/store/code-set-repository.ts";
import { buildTable } from "./code-book.ts";
import { CodeFileError, CodeFilesRefused } from "./code-file-error.ts";
import { type Codes, storedTable } from "./codes.ts";
import { changeOf, type SetChange } from "./compare-sets.ts";
import type { LoadedSet } from "./loaded-set.ts";
import { type ImportOptions, readHere } from "./import-options.ts";
import { unpackCodeLines } from "./set-content.ts";
import type { PlainFile } from "./unpack-code-file.ts";
import { acceptedNotice, noticeFor, NoticeNotAccepted } from "./use-notice.ts";

/** How long parsed files are kept for a person to review. */
export const uploadKeptMs = 24 * 3_600_000;

/** A year's files and its four quarters are about forty. */
const maxSets = 100;

function tooManySets(origin: string): CodeFileError {
  const message = `these files hold more than ${maxSets} sets. Import some of them first`;
  return new CodeFileError(origin, [{ line: 0, message }]);
}

/** Nothing is pending under this upload id. */
export class UploadGone extends Error {}

/** In memory, or read one at a time. */
type CodeFiles = Iterable<PlainFile> | AsyncIterable<PlainFile>;

/**
 * Reads official files (plain, .gz, .zip) and replaces the sets of the same name: all of them or, if one has an error,
 * none. Includes the files sent earlier under the same upload. Throws CodeFilesRefused, NoticeNotAccepted, UploadGone.
 */
export async function importCodeFiles(codes: Codes, files: CodeFiles, options: ImportOptions) {
  const upload = options.uploadId === undefined ? undefined : { uploadId: options.uploadId, by: options.by };
  const now = options.now().getTime();
  const fresh = await readFiles(files, options);
  const before = upload ? await codes.stored.uploaded(upload, now - uploadKeptMs) : [];
  const read = eachOnce([...before, ...fresh]);
  if (read.length === 0) throw new UploadGone();
  if (read.length > maxSets) throw new CodeFilesRefused([tooManySets(read[maxSets]?.set.origin ?? "")]);
  if (upload && options.isDryRun === true) await codes.stored.keepUploaded(upload, fresh, now);
  for (;;) {
    const after = await codes.stored.version();
    const loaded = await codes.stored.list();
    const changes: SetChange[] = [];
    for (const one of read) changes.push(await changeOf(one, loaded, codes));
    const notice = noticeFor(read, await codes.stored.notices());
    if (options.isDryRun === true) return { changes, notice };
    if (notice && options.acceptsNotice !== true)
      throw new NoticeNotAccepted(notice, read[0]?.set.origin ?? "");
    const cut = changes.filter(({ doubt }) => doubt !== undefined);
    if (cut.length > 0 && options.mayBeCut !== true) throw new CodeFilesRefused(cut.map(cutFile));
    const tables = await rebuiltTables(codes, read, loaded, options);
    options.onProgress?.({ file: "", what: "storing", done: 1 });
    const sets = read.map(({ set, content }) => ({ set, content }));
    const accepted = notice && acceptedNotice(notice, read, options);
    if (await codes.replace({ after, sets, tables, notice: accepted, upload })) return { changes, notice };
  }
}

function cutFile({ set, doubt = "" }: SetChange): CodeFileError {
  return new CodeFileError(set.origin, [{ line: 0, message: doubt }]);
}

/** All of them, so that every faulty file is reported at once. One file is held at a time. */
async function readFiles(files: CodeFiles, options: ImportOptions): Promise<ReadSet[]> {
  const read = options.read ?? readHere;
  const sets: ReadSet[] = [];
  const refused: CodeFileError[] = [];
  for await (const file of files) {
    try {
      sets.push(...(await read(file, options)));
    } catch (error) {
      if (!(error instanceof CodeFileError)) throw error;
      refused.push(error);
    }
  }
  if (refused.length > 0) throw new CodeFilesRefused(refused);
  return sets;
}

/** Each set once. ICD-9-CM is published with long and with short titles: the long ones are used. */
function eachOnce(read: readonly ReadSet[]): ReadSet[] {
  const byName = new Map<string, ReadSet>();
  for (const one of read) {
    const known = byName.get(one.set.name);
    if (known && hasShortTitles(known) === hasShortTitles(one)) {
      const message = `another of these files is ${one.set.name} too`;
      throw new CodeFilesRefused([new CodeFileError(one.set.origin, [{ line: 0, message }])]);
    }
    if (!known || hasShortTitles(known)) byName.set(one.set.name, one);
  }
  return [...byName.values()];
}

function hasShortTitles({ set }: ReadSet): boolean {
  return set.system === "ICD-9-CM" && /short/i.test(set.origin);
}

async function rebuiltTables(
  codes: Codes,
  read: readonly ReadSet[],
  loaded: readonly LoadedSet[],
  options: ImportOptions,
): Promise<StoredTable[]> {
  const fresh = new Map(read.filter(({ set }) => set.kind === "codes").map((one) => [one.set.name, one]));
  const tables: StoredTable[] = [];
  for (const system of codeSystems) {
    const added = [...fresh.values()].filter(({ set }) => set.system === system);
    if (added.length === 0) continue;
    const kept = loaded.filter(
      (set) => set.kind === "codes" && set.system === system && !fresh.has(set.name),
    );
    const sets = [...kept, ...added.map(({ set }) => set)];
    let built = 0;
    const table = await buildTable(system, sets, async (set) => {
      options.onProgress?.({ file: set.name, what: "building", done: built / sets.length });
      built += 1;
      const content = fresh.get(set.name)?.content;
      return content ? unpackCodeLines(content) : codes.linesOf(set.name);
    });
    tables.push(storedTable(table));
  }
  return tables;
}
