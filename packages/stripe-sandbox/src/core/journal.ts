import { appendFile, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * The data file has a line of JSON per change, and an id's last line counts. A crash can cut only the file's last line,
 * which the next start drops. Closing rewrites the file under a temporary name first, so that a complete file always
 * exists.
 */
export type Row = { table: string; id: string; value: unknown };
export type Journal = {
  load(each: (row: Row) => void): Promise<void>;
  note(row: Row): void;
  flush(): Promise<void>;
  close(contents: Iterable<Row>): Promise<void>;
};

const WRITE_AFTER_MS = 200;

export function openJournal(file: string): Journal {
  let pending = new Map<string, Row>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (pending.size > 0) {
      const lines = [...pending.values()].map(toLine).join("");
      pending = new Map();
      writing = writing.then(() => appendFile(file, lines));
    }
    return writing;
  }

  return {
    async load(each) {
      await mkdir(dirname(file), { recursive: true });
      const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return "";
        throw error;
      });
      for (const line of text.split("\n")) {
        const row = fromLine(line);
        if (row) each(row);
      }
    },
    note(row) {
      const key = `${row.table}/${row.id}`;
      // Moves the row to the end, so that the lines are in the order of the latest changes.
      pending.delete(key);
      pending.set(key, row);
      timer ??= setTimeout(() => void flush(), WRITE_AFTER_MS).unref();
    },
    flush,
    async close(contents) {
      await flush();
      const whole = `${file}.new`;
      await writeFile(whole, [...contents].map(toLine).join(""));
      await rename(whole, file);
    },
  };
}

function toLine(row: Row): string {
  return `${JSON.stringify(row)}\n`;
}

function fromLine(line: string): Row | undefined {
  if (line === "") return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
