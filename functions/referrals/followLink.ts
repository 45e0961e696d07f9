import type { Click } from "#shared/affiliates/activity.ts";
import { AppError } from "#shared/errors.ts";
import { HOUR } from "#shared/instant.ts";
import { followLink } from "#shared/referrals/public.ts";
import { http } from "../http/index.ts";
import { retryOnConflict } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { askingAddress, mustAsk } from "./consent/rules.ts";
import { readLinkRows } from "./linkTable.ts";
import { hourOf, networkOf, readLink, referrerOf } from "./traffic/rules.ts";
import { findClick, recordClick } from "./traffic/table.ts";
import { type ClickSource, clickIdOf, cookieFor, deviceOf, isBot, visitOf } from "./traffic/visit.ts";

/** Redirects even if a read or a write fails. */
export const handler = http(followLink)(async ({ input, caller, now }) => {
  const { linkConsent, referrer, way } = visitOf(caller);
  // A browser would show the prefetched response later without another request, and we would lose the click.
  if (way === "prefetched") throw new AppError("NOT_FOUND", "This link is not prefetched.");
  const { code, destinationId } = readLink(input.link);
  let location = `${env("SITE_URL")}/`;
  try {
    const { owner, destination, askedIn } = await readLinkRows(code, destinationId, now);
    if (destination?.is_active) location = destination.url;
    if (!owner || way === "looked") return { location, cookies: [] };
    const bot = isBot(caller.userAgent);
    if (!bot && mustAsk(askedIn, { country: caller.country, linkConsent })) {
      // Stores nothing. The page asks the visitor and follows the link again after consent.
      const link = destinationId === null ? code : `${code}/${destinationId}`;
      const asks = owner.status === "active" ? askingAddress(location, env("SITE_URL"), link) : location;
      return { location: asks, cookies: [] };
    }
    const source: ClickSource = {
      affiliateId: owner.affiliateId,
      network: networkOf(caller.address),
      userAgent: caller.userAgent ?? "",
      hour: hourOf(now),
    };
    const status = bot || owner.status !== "active" ? "fail" : "success";
    const clickId = await countOnce(source, {
      id: clickIdOf(source),
      affiliateId: owner.affiliateId,
      status,
      destinationId: destination?.is_active ? destination.id : null,
      referrer: referrerOf(referrer),
      device: deviceOf(caller.userAgent),
      country: caller.country,
      isBot: bot,
      at: now.toISOString(),
    });
    return { location, cookies: status === "success" ? [cookieFor(clickId)] : [] };
  } catch (error) {
    log.error("click.lost", error);
    return { location, cookies: [] };
  }
});

/** @returns the id of the visitor's first click within the hour */
async function countOnce(source: ClickSource, click: Click): Promise<string> {
  const previous = {
    clickId: clickIdOf({ ...source, hour: source.hour - 1 }),
    since: new Date(Date.parse(click.at) - HOUR).toISOString(),
  };
  return retryOnConflict(async (isFirst) => {
    if (!isFirst) {
      const [same, earlier] = await Promise.all([findClick(click.id), findClick(previous.clickId)]);
      if (same) return same.id;
      if (earlier && earlier.at > previous.since) return earlier.id;
    }
    await recordClick(click, previous);
    return click.id;
  });
}
