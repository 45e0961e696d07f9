import type Stripe from "stripe";
import { change, create } from "../core/change.ts";
import { invalidRequest } from "../core/errors.ts";
import { newId } from "../core/ids.ts";
import { need } from "../core/need.ts";
import { page } from "../http/lists.ts";
import { operation } from "../http/operation.ts";
import { integer, paging, required, text } from "../http/params.ts";

const MONTH = 30 * 24 * 60 * 60;

/**
 * Test clocks on top of the sandbox's single clock. Advancing a test clock moves the whole sandbox by the same time.
 * Other moves of the sandbox's clock do not change `frozen_time`.
 */
export const testClocks = [
  operation<Stripe.TestHelpers.TestClockCreateParams>()(
    "testHelpers.testClocks.create",
    "POST /v1/test_helpers/test_clocks",
    { frozen_time: required(integer), name: text },
    ({ world, params }) =>
      create(
        world,
        "testClock",
        {
          id: newId("clock"),
          object: "test_helpers.test_clock",
          created: world.clock.now(),
          deletes_after: world.clock.now() + MONTH,
          frozen_time: params.frozen_time,
          livemode: false,
          name: params.name ?? null,
          status: "ready",
          status_details: {},
        },
        "test_helpers.test_clock.created",
      ),
  ),
  operation<Stripe.TestHelpers.TestClockRetrieveParams>()(
    "testHelpers.testClocks.retrieve",
    "GET /v1/test_helpers/test_clocks/:id",
    {},
    ({ world, id }) => need(world, "testClock", id),
  ),
  operation<Stripe.TestHelpers.TestClockListParams>()(
    "testHelpers.testClocks.list",
    "GET /v1/test_helpers/test_clocks",
    paging,
    ({ world, params }) => page(world.store.all("testClock"), params, "/v1/test_helpers/test_clocks"),
  ),
  operation<Stripe.TestHelpers.TestClockAdvanceParams>()(
    "testHelpers.testClocks.advance",
    "POST /v1/test_helpers/test_clocks/:id/advance",
    { frozen_time: required(integer) },
    ({ world, params, id }) => {
      const before = need(world, "testClock", id);
      if (params.frozen_time <= before.frozen_time)
        throw invalidRequest("A test clock can only be advanced to a time in its future.", {
          param: "frozen_time",
        });
      // Throws before any event if the sandbox's clock was injected.
      world.advance(world.clock.now());
      const status = "advancing" as const;
      const moving = change(world, "testClock", before, { status }, "test_helpers.test_clock.advancing");
      world.advance(world.clock.now() + params.frozen_time - before.frozen_time);
      const there = { frozen_time: params.frozen_time, status: "ready" as const };
      return change(world, "testClock", moving, there, "test_helpers.test_clock.ready");
    },
  ),
  operation<Stripe.TestHelpers.TestClockDeleteParams>()(
    "testHelpers.testClocks.del",
    "DELETE /v1/test_helpers/test_clocks/:id",
    {},
    ({ world, id }) => {
      const gone = need(world, "testClock", id);
      for (const customer of world.store.all("customer"))
        if (customer.test_clock === id) world.store.remove("customer", customer.id);
      world.store.remove("testClock", id);
      world.emit("test_helpers.test_clock.deleted", gone);
      return { id, object: "test_helpers.test_clock", deleted: true };
    },
  ),
];
