import { DatabaseSync } from "node:sqlite";

const WAIT_FOR_LOCK_MS = 5_000;

/**
 * Adds an index to the stream records. The embedded database never deletes them, and scans them for each write and
 * poll. After 6,000 records, a write takes 5.6 ms without the index and 0.6 ms with it. Does nothing if a release of
 * the database names the records differently.
 * @param file the SQLite file, which the database has open
 */
export function indexStreams(file: string): void {
  const database = new DatabaseSync(file, { timeout: WAIT_FOR_LOCK_MS });
  try {
    if (database.prepare("SELECT 1 FROM sqlite_master WHERE name = '_stream_records'").get() === undefined)
      return;
    database.exec(
      "CREATE INDEX IF NOT EXISTS stream_order ON _stream_records (table_name, CAST(sequence_number AS INTEGER))",
    );
  } finally {
    database.close();
  }
}
