import type Stripe from "stripe";
import { noSuch } from "../core/errors.ts";
import type { StoredEvent } from "../core/hidden.ts";
import { need } from "../core/need.ts";
import type { World } from "../core/world.ts";
import { page } from "../http/lists.ts";
import { type Operation, operation } from "../http/operation.ts";
import { flag, list, paging, range, text } from "../http/params.ts";

/** Stripe deletes events after this many seconds (docs /api/events). */
const KEPT_FOR = 30 * 24 * 60 * 60;

const isKept = (world: World, event: StoredEvent): boolean => event.created > world.clock.now() - KEPT_FOR;

/** A connected account's events appear only in requests for that account. */
export const events = [
  operation<Stripe.EventRetrieveParams>()(
    "events.retrieve",
    "GET /v1/events/:id",
    {},
    ({ world, id, account }) => {
      const event = need(world, "event", id);
      if (event.account !== account || !isKept(world, event)) throw noSuch("event", id);
      return event;
    },
  ),
  operation<Stripe.EventListParams>()(
    "events.list",
    "GET /v1/events",
    { ...paging, created: range, delivery_success: flag, type: text, types: list(text) },
    ({ world, params, account }) => {
      const found = world.store
        .all("event")
        .filter(
          (event) =>
            event.account === account &&
            isKept(world, event) &&
            (params.type === undefined || matches(event.type, params.type)) &&
            (params.types === undefined || params.types.some((type) => matches(event.type, type))) &&
            (params.delivery_success === undefined ||
              (event.pending_webhooks === 0) === params.delivery_success),
        );
      return page(found, params, "/v1/events");
    },
  ),
].map((one): Operation => ({ ...one, forAccounts: true }));

/** `charge.*` matches every event of charges. */
function matches(type: string, pattern: string): boolean {
  return pattern.endsWith("*") ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}
