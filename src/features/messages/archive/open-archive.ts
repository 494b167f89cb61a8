import { Unzip, UnzipInflate, unzipSync } from "fflate";

export interface ArchivedFile {
  /** With forward slashes. */
  path: string;
  bytes: Uint8Array;
}

export interface ArchiveLimits {
  files: number;
  /** Of all files together, decompressed. */
  bytes: number;
}

/** Far more than a patient's documents are, and little enough to be read while somebody waits. */
const usualLimits: ArchiveLimits = { files: 300, bytes: 100 * 2 ** 20 };

/** Compressed bytes at a time: deflate makes at most a thousand times as many of them before they are counted. */
const pieceBytes = 16_384;

class ArchiveFault extends Error {}

const pathOf = (name: string) => name.replaceAll("\\", "/");

/** What the archive's directory promises: the size of each file by its path. */
function listed(archive: Uint8Array, limits: ArchiveLimits): Map<string, number> {
  const sizes = new Map<string, number>();
  let total = 0;
  const note = (name: string, size: number) => {
    const path = pathOf(name);
    if (path.startsWith("/") || /^[a-z]:/i.test(path) || path.split("/").includes(".."))
      throw new ArchiveFault("The name of a file in it points outside of the archive.");
    if (path.endsWith("/")) return;
    if (sizes.has(path)) throw new ArchiveFault("It has two files of the same name.");
    sizes.set(path, size);
    total += size;
    if (sizes.size > limits.files) throw new ArchiveFault(`It has more than ${limits.files} files.`);
    if (total > limits.bytes) throw new ArchiveFault(tooLarge(limits));
  };
  let entries = 0;
  unzipSync(archive, {
    filter: ({ name, originalSize }) => {
      entries += 1;
      if (entries > 4 * limits.files) throw new ArchiveFault(`It has more than ${limits.files} files.`);
      note(name, originalSize);
      return false;
    },
  });
  return sizes;
}

const tooLarge = ({ bytes }: ArchiveLimits) =>
  `Its files take more than ${Math.round(bytes / 2 ** 20)} MB when they are unpacked.`;

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** The files as they are, counted while they are unpacked: what the directory promises may be a lie. */
function unpacked(archive: Uint8Array, limits: ArchiveLimits): ArchivedFile[] {
  const files: ArchivedFile[] = [];
  let total = 0;
  const stream = new Unzip((file) => {
    const pieces: Uint8Array[] = [];
    let size = 0;
    file.ondata = (error, piece, isLast) => {
      if (error) throw error;
      pieces.push(piece.slice());
      size += piece.length;
      total += piece.length;
      if (total > limits.bytes) throw new ArchiveFault(tooLarge(limits));
      if (isLast && !file.name.endsWith("/"))
        files.push({ path: pathOf(file.name), bytes: joined(pieces, size) });
    };
    file.start();
  });
  stream.register(UnzipInflate);
  for (let at = 0; at < archive.length; at += pieceBytes)
    stream.push(archive.subarray(at, at + pieceBytes), at + pieceBytes >= archive.length);
  return files;
}

/**
 * The files of a ZIP archive, all in memory and nothing of it written or run. Refused in words: one that is damaged or
 * encrypted, has too many files or too much in them, or a name that points elsewhere.
 */
export function openArchive(
  archive: Uint8Array,
  limits: ArchiveLimits = usualLimits,
): { files: ArchivedFile[] } | { fault: string } {
  try {
    const sizes = listed(archive, limits);
    const files = unpacked(archive, limits);
    const isWhole =
      files.length === sizes.size && files.every(({ path, bytes }) => sizes.get(path) === bytes.length);
    return isWhole ? { files } : { fault: "What is in it differs from its own list of files." };
  } catch (error) {
    return {
      fault: error instanceof ArchiveFault ? error.message : "It is damaged, or protected by a password.",
    };
  }
}
