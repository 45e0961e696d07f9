import { createElement } from "react";
import { expect, test } from "vitest";
import { Icon } from "../../../web/src/ui/Icon.tsx";
import { htmlOf } from "../../support/rendered.ts";

test("an icon has its size even if its class sets none", async () => {
  const html = await htmlOf(createElement(Icon, { name: "search", className: "text-quiet" }));
  expect(html).toMatch(/<svg[^>]* width="16" height="16"/);
});
