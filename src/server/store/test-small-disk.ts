import { spawnSync } from "node:child_process";
import { chownSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A disk of a few megabytes, in memory. */
export interface SmallDisk {
  /** A folder on it, owned by that user. */
  folder(user: { uid?: number; gid?: number }): string;
  fill(): void;
  empty(): void;
  remove(): void;
}

/** Undefined when this process cannot mount one, which requires root. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const place = mkdtempSync(join(tmpdir(), "console-small-disk-"));
  const options = ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", place];
  if (spawnSync("mount", options).status !== 0) {
    rmSync(place, { recursive: true });
    return undefined;
  }
  const filler = join(place, "filler");
  return {
    folder({ uid, gid }) {
      const folder = join(place, "data");
      mkdirSync(folder, { mode: 0o700 });
      if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
      return folder;
    },
    fill() {
      const file = openSync(filler, "a");
      const piece = Buffer.alloc(4096, 1);
      try {
        for (;;) writeSync(file, piece);
      } catch {
        // Full.
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(filler, { force: true }),
    remove() {
      spawnSync("umount", ["-l", place]);
      rmSync(place, { recursive: true, force: true });
    },
  };
}
