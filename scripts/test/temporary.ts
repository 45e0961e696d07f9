import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const PREFIX = "articlip-run-";

/**
 * Gives this process and its children one private folder for temporary files and compiled programs, and removes it at
 * the end. A killed process cannot remove its folder; the next process does.
 */
export function ownTemporaryFolder(): void {
  const shared = tmpdir();
  if (path.basename(shared).startsWith(PREFIX)) return;
  removeLeftovers(shared);
  const folder = mkdtempSync(path.join(shared, `${PREFIX}${process.pid}-`));
  for (const name of ["TMPDIR", "TMP", "TEMP"]) process.env[name] = folder;
  // Many tests start short programs, which take longer to compile than to run.
  process.env.NODE_COMPILE_CACHE ??= path.join(folder, "compiled");
  process.on("exit", () => remove(folder));
}

function removeLeftovers(shared: string): void {
  for (const name of readdirSync(shared)) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) remove(path.join(shared, name));
  }
}

/** A process that is just ending may still write. The next run removes the rest. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // A leftover folder is no reason to fail the run.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
