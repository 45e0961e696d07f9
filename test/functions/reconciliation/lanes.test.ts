import fc from "fast-check";
import { expect, test } from "vitest";
import { restOf } from "../../../functions/reconciliation/lanes.ts";

const second = fc.integer({ min: 0, max: 40 });

test("when a lane of the comparison is split, each second that is not listed yet is in exactly one of the parts", () => {
  fc.assert(
    fc.property(second, second, second, (gte, span, listed) => {
      const lane = { gte, lte: gte + span, after: null };
      const created = lane.lte - Math.min(listed, span);
      const rest = restOf(lane, { data: [{ id: "in_1", created }], has_more: true }, true);
      for (let at = gte; at <= created; at += 1)
        expect(rest.filter((part) => part.gte <= at && at <= part.lte)).toHaveLength(1);
    }),
  );
});
