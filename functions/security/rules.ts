import { DAY, HOUR, MINUTE } from "#shared/instant.ts";
import { ALERT_SEVERITY, type Alert, SEVERITIES, type Severity } from "#shared/security/alert.ts";
import { CENTROIDS } from "#shared/security/countries.ts";
import type { Finding, Sighting } from "#shared/security/signal.ts";
import { inMinutes } from "#shared/words.ts";
import { isWithin, networkOf } from "../limits/index.ts";

const MAX_COUNTRIES = 2;
const MAX_NETWORKS = 4;
/** The speed of a fast airliner. */
const FASTEST_KM_AN_HOUR = 900;
const EARTH_RADIUS_KM = 6371;

/**
 * Compares a new sighting with the account's other sightings within a day of it.
 * @param known the account's sightings, with or without the new one
 * @param denied networks that no computer should activate from
 */
export function findingsOf(latest: Sighting, known: Sighting[], denied: readonly string[]): Finding[] {
  const others = known.filter(({ id }) => id !== latest.id);
  return [
    ...manyLogins(latest, others),
    ...tooFast(latest, others),
    ...(latest.what === "activation" && latest.address !== null && isWithin(latest.address, denied)
      ? [
          {
            id: `denied:${latest.id}`,
            userId: latest.userId,
            at: latest.at,
            type: "suspicious_ip" as const,
            description: "A computer was activated from a network on the denied list.",
            metadata: { address: latest.address },
          },
        ]
      : []),
  ];
}

/** Messages arrive in any order, so the sign-ins in the day after the new sign-in are checked too. */
function manyLogins(latest: Sighting, others: Sighting[]): Finding[] {
  if (latest.what !== "signIn") return [];
  const signIns = [...others.filter(({ what }) => what === "signIn"), latest];
  const until = Date.parse(latest.at) + DAY;
  return signIns
    .filter((one) => byTime(one, latest) >= 0 && Date.parse(one.at) < until)
    .flatMap((newest) => spreading(newest, signIns));
}

/** Only a new country or network counts. A sign-in from a known place adds nothing. */
function spreading(newest: Sighting, signIns: Sighting[]): Finding[] {
  const since = Date.parse(newest.at) - DAY;
  const earlier = signIns.filter((one) => byTime(one, newest) < 0 && Date.parse(one.at) > since);
  const countries = distinct(earlier, ({ country }) => country);
  const networks = distinct(earlier, networkOfSighting);
  const isNewCountry = newest.country !== null && !countries.has(newest.country);
  const network = networkOfSighting(newest);
  const isNewNetwork = network !== null && !networks.has(network);
  if (newest.country !== null) countries.add(newest.country);
  if (network !== null) networks.add(network);
  const spreads =
    (isNewCountry && countries.size > MAX_COUNTRIES) || (isNewNetwork && networks.size > MAX_NETWORKS);
  if (!spreads) return [];
  return [
    {
      id: `logins:${newest.id}`,
      userId: newest.userId,
      at: newest.at,
      type: "multiple_logins",
      description: `Signed in from ${plural(countries.size, "country", "countries")} and ${plural(networks.size, "network", "networks")} within 24 hours.`,
      metadata: { countries: [...countries].sort().join(", "), networks: networks.size },
    },
  ];
}

function tooFast(latest: Sighting, others: Sighting[]): Finding[] {
  const placed = others.filter(({ country }) => country !== null && country in CENTROIDS);
  const before = placed
    .filter(({ at }) => at <= latest.at)
    .sort(byTime)
    .at(-1);
  const after = placed.filter(({ at }) => at > latest.at).sort(byTime)[0];
  return [before, after].flatMap((other) => {
    if (!other) return [];
    const [from, to] = [other, latest].sort(byTime);
    const kilometres = from && to ? distanceKm(from.country, to.country) : 0;
    const elapsed = Math.abs(Date.parse(latest.at) - Date.parse(other.at));
    if (!from || !to || kilometres <= (elapsed / HOUR) * FASTEST_KM_AN_HOUR) return [];
    return [
      {
        id: `travel:${from.id}:${to.id}`,
        userId: latest.userId,
        at: latest.at,
        type: "suspicious_ip" as const,
        description: `Used in ${from.country} and then in ${to.country}, ${Math.round(kilometres)} km apart, within ${inMinutes(elapsed)}.`,
        metadata: {
          from: String(from.country),
          to: String(to.country),
          kilometres: Math.round(kilometres),
          minutes: Math.ceil(elapsed / MINUTE),
        },
      },
    ];
  });
}

const byTime = (a: Sighting, b: Sighting): number => a.at.localeCompare(b.at) || a.id.localeCompare(b.id);
const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

function networkOfSighting({ address }: Sighting): string | null {
  return address === null ? null : (networkOf(address) ?? null);
}

function distinct(sightings: Sighting[], of: (sighting: Sighting) => string | null): Set<string> {
  return new Set(sightings.flatMap((sighting) => of(sighting) ?? []));
}

/** The great-circle distance between two countries' centers; 0 if one is unknown. */
export function distanceKm(one: string | null, other: string | null): number {
  const from = CENTROIDS[one ?? ""];
  const to = CENTROIDS[other ?? ""];
  if (!from || !to) return 0;
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const haversine = (angle: number) => Math.sin(angle / 2) ** 2;
  const [lat, lon] = [radians(to[0] - from[0]), radians(to[1] - from[1])];
  const half = haversine(lat) + Math.cos(radians(from[0])) * Math.cos(radians(to[0])) * haversine(lon);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(half));
}

export function raise(open: Alert | undefined, finding: Finding, newId: string): Alert {
  const { userId, type, description, metadata, at } = finding;
  const { first, repeated } = ALERT_SEVERITY[type];
  if (!open)
    return {
      id: newId,
      userId,
      type,
      severity: first,
      description,
      metadata,
      count: 1,
      createdAt: at,
      lastSeenAt: at,
      state: "open",
      resolvedBy: null,
      resolvedAt: null,
      note: null,
      version: 1,
    };
  const isLatest = at >= open.lastSeenAt;
  return {
    ...open,
    ...(isLatest ? { description, metadata, lastSeenAt: at } : {}),
    severity: graver(open.severity, repeated),
    count: open.count + 1,
    version: open.version + 1,
  };
}

function graver(one: Severity, other: Severity): Severity {
  return SEVERITIES.indexOf(one) >= SEVERITIES.indexOf(other) ? one : other;
}
