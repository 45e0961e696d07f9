import type { AuditEntry } from "#shared/audit/entry.ts";
import { searchAudit } from "#shared/audit/operator.ts";
import { foldEmail, readPeople } from "../directory/index.ts";
import { http } from "../http/index.ts";
import { listAudit } from "./logTable.ts";

export const handler = http(searchAudit)(async ({ input: { search, ...asked } }) => {
  const text = foldEmail(JSON.stringify(search).slice(1, -1));
  const people: Awaited<ReturnType<typeof readPeople>> = new Map();
  const { entries, ...page } = await listAudit(asked, async (read) => {
    for (const [id, person] of await readPeople(read.flatMap(({ userId }) => userId ?? [])))
      people.set(id, person);
    return read.filter((entry) => textOf(entry, people.get(entry.userId ?? "")?.words).includes(text));
  });
  return {
    entries: entries.map((entry) => ({ ...entry, email: people.get(entry.userId ?? "")?.email ?? null })),
    ...page,
  };
});

/** The values of an entry, without field names. Omits the time, because a search for a year would match every entry. */
const textOf = ({ at: _, ...entry }: AuditEntry, words: readonly string[] = []): string =>
  foldEmail(
    JSON.stringify([entry, words], (_name, value) =>
      typeof value === "object" ? Object.values(value ?? {}) : value,
    ),
  );
