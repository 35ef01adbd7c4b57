import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A file system of a few megabytes, in memory. Only root can mount one. */
export interface SmallDisk {
  readonly folder: string;
  /** Leaves about this many bytes free, by one file that takes the rest. */
  leave(bytes: number): void;
  unmount(): void;
}

/** Mounts a disk of `megabytes` that ends with `unmount`; undefined where this machine lets nobody mount one. */
export function smallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), "exhibit-small-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
  const ballast = path.join(folder, "ballast");
  return {
    folder,
    leave(bytes) {
      rmSync(ballast, { force: true });
      const { bavail, bsize } = statfsSync(folder);
      const taken = bavail * bsize - bytes;
      try {
        if (taken > 0) writeFileSync(ballast, Buffer.alloc(taken));
      } catch (error) {
        // Whoever writes meanwhile took some of it: the disk is full, as was asked.
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      }
    },
    unmount() {
      // Whoever still has a file open keeps it until it ends.
      execFileSync("umount", ["--lazy", folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
