import { UserRow } from "#shared/customers/userRow.ts";
import { refreshRows, type Subject } from "#shared/insights/refresh.ts";
import { KeyRow } from "#shared/licenses/keyRow.ts";
import { AlertRow } from "#shared/security/alertRow.ts";
import { type Entry, findEntry, goneEntry, refreshEntries } from "../directory/index.ts";
import { http } from "../http/index.ts";
import { readKeyRow } from "../licenses/index.ts";
import { keyIdOf, licenseKeyOf, shownKey } from "../platform/keyId.ts";
import { listHeld, loadAlert, loadKey, loadUser } from "./entryTable.ts";

type Load = () => Promise<Entry>;
type Wanted = { entry: string; subject: Subject; load: Load };

/** A transaction holds 100 writes. An entry needs several: its row, its line under Recent, and its days' figures. */
const AT_ONCE = 20;

export const handler = http(refreshRows)(async ({ input: { subjects }, now }) => {
  const wanted = new Map<string, Wanted>();
  for (const each of (await Promise.all(subjects.map((subject) => about(subject, now)))).flat())
    wanted.set(each.entry, each);
  const ids = [...wanted.keys()];
  const entries: Entry[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE)
    entries.push(
      ...(await refreshEntries(
        ids.slice(at, at + AT_ONCE),
        async (id) => (await wanted.get(id)?.load()) ?? goneEntry(id),
      )),
    );
  const rowsIn = (list: string) =>
    entries.flatMap((entry) => (entry.list === list && entry.row ? [entry.row] : []));
  return {
    users: rowsIn("users").map((row) => UserRow.parse(row)),
    keys: rowsIn("keys").map((row) => KeyRow.parse(shownKey(readKeyRow(row, now)))),
    alerts: rowsIn("alerts").map((row) => AlertRow.parse(row)),
    gone: entries.flatMap(({ id, row }) => {
      const subject = wanted.get(id)?.subject;
      return row === undefined && subject ? [subject] : [];
    }),
  };
});

async function about(subject: Subject, now: Date): Promise<Wanted[]> {
  const { kind, id } = subject;
  if (kind === "key") return [keyOf(licenseKeyOf(id), subject, now)];
  const entry = `${kind}#${id}`;
  if (kind === "alert") return [{ entry, subject, load: () => loadListedAlert(id) }];
  const { licenseKeys, alertIds } = await listHeld(id);
  return [
    { entry, subject, load: () => loadUser(id, now) },
    ...licenseKeys.map((licenseKey) => keyOf(licenseKey, { kind: "key", id: keyIdOf(licenseKey) }, now)),
    ...alertIds.map((alertId) => ({
      entry: `alert#${alertId}`,
      subject: { kind: "alert" as const, id: alertId },
      load: () => loadAlert(id, alertId),
    })),
  ];
}

const keyOf = (licenseKey: string, subject: Subject, now: Date): Wanted => ({
  entry: `key#${licenseKey}`,
  subject,
  load: () => loadKey(licenseKey, now),
});

async function loadListedAlert(id: string): Promise<Entry> {
  const listed = AlertRow.safeParse((await findEntry(`alert#${id}`))?.row);
  return listed.success ? loadAlert(listed.data.user_id, id) : goneEntry(`alert#${id}`);
}
