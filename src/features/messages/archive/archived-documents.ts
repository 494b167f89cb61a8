import {
  receivedFile,
  type ReceivedAttachment,
} from "#room/features/messages/reading/received-attachment.ts";
import type { ArchivedFile } from "./open-archive.ts";
import { readXdmMetadata } from "./xdm-metadata.ts";

export interface ArchivedDocument {
  title: string;
  /** What the sender calls its kind; empty if it is not said. */
  type: string;
  file: ReceivedAttachment;
}

export interface ArchiveContent {
  documents: ArchivedDocument[];
  /** What belongs to the archive itself: an index, style sheets, the metadata. */
  others: ArchivedDocument[];
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);

/** The documents by their titles, in the order of the metadata; without readable metadata all files by their names. */
export function archivedDocuments(files: readonly ArchivedFile[]): ArchiveContent {
  const described = files
    .filter(({ path }) => /(?:^|\/)METADATA\.XML$/i.test(path))
    .flatMap(({ path, bytes }) => readXdmMetadata(new TextDecoder().decode(bytes), folderOf(path)));
  const byPath = new Map(files.map((file) => [file.path.toLowerCase(), file]));
  const shown = new Set<ArchivedFile>();
  const documents = described.flatMap(({ path, title, type }) => {
    const file = byPath.get(path.toLowerCase());
    if (!file || shown.has(file)) return [];
    shown.add(file);
    return [documentOf(file, title, type)];
  });
  const others = files.filter((file) => !shown.has(file)).map((file) => documentOf(file));
  return documents.length > 0 ? { documents, others } : { documents: others, others: [] };
}

function documentOf({ path, bytes }: ArchivedFile, title = "", type = ""): ArchivedDocument {
  const file = receivedFile({
    key: path,
    sentName: path.slice(path.lastIndexOf("/") + 1),
    claimed: "",
    start: bytes.subarray(0, 8192),
    size: bytes.length,
    // Its own copy: a Blob takes no bytes that could be shared.
    blobAs: (contentType) => Promise.resolve(new Blob([new Uint8Array(bytes)], { type: contentType })),
  });
  return { title: title || file.name, type, file };
}
