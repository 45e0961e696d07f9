import { UserRow } from "#shared/accounts/userRow.ts";
import { refreshRows, type Subject } from "#shared/insights/refresh.ts";
import { KeyRow } from "#shared/licenses/keyRow.ts";
import { AlertRow } from "#shared/security/alertRow.ts";
import { listLicenses } from "../licenses/table.ts";
import { http } from "../platform/http.ts";
import { listAlertsOf } from "../security/table.ts";
import { findEntry, refreshEntries } from "./directory/table.ts";
import { loadAlert, loadKey, loadUser } from "./entries/table.ts";
import { type Entry, goneEntry } from "./rules.ts";

type Load = () => Promise<Entry>;
type Wanted = { subject: Subject; load: Load };

/** One transaction takes 100 writes: an entry, what happened, and the figures of its days. */
const AT_ONCE = 20;

export const handler = http(refreshRows)(async ({ input: { subjects }, now }) => {
  const wanted = new Map<string, Wanted>();
  for (const each of (await Promise.all(subjects.map((subject) => about(subject, now)))).flat())
    wanted.set(`${each.subject.kind}#${each.subject.id}`, each);
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
    keys: rowsIn("keys").map((row) => KeyRow.parse(row)),
    alerts: rowsIn("alerts").map((row) => AlertRow.parse(row)),
    gone: entries.flatMap(({ id, row }) => {
      const subject = wanted.get(id)?.subject;
      return row === undefined && subject ? [subject] : [];
    }),
  };
});

/** The subject itself and, of a user, their keys and alerts. */
async function about(subject: Subject, now: Date): Promise<Wanted[]> {
  const { kind, id } = subject;
  if (kind === "key") return [{ subject, load: () => loadKey(id, now) }];
  if (kind === "alert") return [{ subject, load: () => loadListedAlert(id) }];
  const [{ licenses }, alerts] = await Promise.all([listLicenses(id, undefined), listAlertsOf(id)]);
  return [
    { subject, load: () => loadUser(id, now) },
    ...licenses.map(({ licenseKey }) => ({
      subject: { kind: "key" as const, id: licenseKey },
      load: () => loadKey(licenseKey, now),
    })),
    ...alerts.map((alert) => ({
      subject: { kind: "alert" as const, id: alert.id },
      load: () => loadAlert(id, alert.id),
    })),
  ];
}

/** An alert is stored with its account, which its entry names. */
async function loadListedAlert(id: string): Promise<Entry> {
  const listed = AlertRow.safeParse((await findEntry(`alert#${id}`))?.row);
  return listed.success ? loadAlert(listed.data.user_id, id) : goneEntry(`alert#${id}`);
}
