import { BRAND } from "#shared/brand.ts";
import { API_PATH } from "#shared/site.ts";
import { INCIDENT_STATE_NAMES, type Incident, namesOf } from "#shared/status/incident.ts";
import { getFeed } from "#shared/status/public.ts";
import { SERVICE_NAMES, STATE_NAMES } from "#shared/status/service.ts";
import { withoutForbidden } from "#shared/text.ts";
import type { Change } from "./rules.ts";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeXml(text: string): string {
  return withoutForbidden(text).replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}

type Told = { title: string; text: string; at: string; guid: string };

const changeTold = ({ service, from, to, at, note }: Change): Told => {
  const change = `${SERVICE_NAMES[service]} went from ${STATE_NAMES[from]} to ${STATE_NAMES[to]}.`;
  return {
    title: `${SERVICE_NAMES[service]}: ${STATE_NAMES[to]}`,
    text: note === null ? change : `${change} ${note}`,
    at,
    guid: `${service}-${at}`,
  };
};

const updatesTold = ({ id, title, services, updates }: Incident): Told[] =>
  updates.map(({ state, message, at }) => ({
    title: `${title}: ${INCIDENT_STATE_NAMES[state]}`,
    text: `${message} Affected: ${namesOf(services)}.`,
    at,
    guid: `incident-${id}-${at}`,
  }));

/** RSS 2.0, newest first. The guid identifies the change, so that readers show it once. */
export function feedOf(changes: Change[], incidents: Incident[], siteUrl: string): string {
  const page = escapeXml(`${siteUrl}/status`);
  const told = [...incidents.flatMap(updatesTold), ...changes.map(changeTold)];
  const items = told
    .sort((a, b) => b.at.localeCompare(a.at))
    .map(
      ({ title, text, at, guid }) =>
        `<item><title>${escapeXml(title)}</title><description>${escapeXml(text)}</description><link>${page}</link><guid isPermaLink="false">${escapeXml(guid)}</guid><pubDate>${new Date(at).toUTCString()}</pubDate></item>`,
    );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    `<title>${escapeXml(`${BRAND.name} status`)}</title><link>${page}</link>`,
    `<description>${escapeXml(`Incidents of ${BRAND.name}, and changes to the services that it uses to make videos.`)}</description>`,
    `<atom:link href="${escapeXml(`${siteUrl}${API_PATH}${getFeed.path}`)}" rel="self" type="application/rss+xml"/>`,
    ...items,
    "</channel></rss>",
  ].join("\n");
}
