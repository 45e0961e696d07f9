import { BRAND } from "#shared/brand.ts";
import { API_PATH } from "#shared/site.ts";
import { getFeed } from "#shared/status/public.ts";
import { SERVICE_NAMES, STATE_NAMES } from "#shared/status/service.ts";
import type { Change } from "../rules.ts";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}

/**
 * RSS 2.0 of the changes, newest first. The guid names the change and not an address, so that a reader never
 * shows one twice.
 */
export function feedOf(changes: Change[], siteUrl: string): string {
  const page = escapeXml(`${siteUrl}/status`);
  const items = changes.map(({ service, from, to, at, note }) => {
    const title = `${SERVICE_NAMES[service]}: ${STATE_NAMES[to]}`;
    const change = `${SERVICE_NAMES[service]} went from ${STATE_NAMES[from]} to ${STATE_NAMES[to]}.`;
    const text = note === null ? change : `${change} ${note}`;
    return `<item><title>${escapeXml(title)}</title><description>${escapeXml(text)}</description><link>${page}</link><guid isPermaLink="false">${escapeXml(`${service}-${at}`)}</guid><pubDate>${new Date(at).toUTCString()}</pubDate></item>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    `<title>${escapeXml(`${BRAND.name} status`)}</title><link>${page}</link>`,
    `<description>${escapeXml(`Changes to the services that ${BRAND.name} uses to make videos.`)}</description>`,
    `<atom:link href="${escapeXml(`${siteUrl}${API_PATH}${getFeed.path}`)}" rel="self" type="application/rss+xml"/>`,
    ...items,
    "</channel></rss>",
  ].join("\n");
}
