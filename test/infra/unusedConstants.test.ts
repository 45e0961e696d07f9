import { expect, test } from "vitest";
import { withoutEffects } from "../../scripts/bundle/unusedConstants.ts";

test.each([
  ["const a = make();", "const a = /* @__PURE__ */ (() => ( make()))();"],
  ["const a = { b: [new Map()] };", "const a = /* @__PURE__ */ (() => ( { b: [new Map()] }))();"],
  [
    "export const a: A = make(1) satisfies B, c = 2;",
    "export const a: A = /* @__PURE__ */ (() => ( make(1) satisfies B))(), c = 2;",
  ],
  ["const a = 7 * DAY;", "const a = 7 * DAY;"],
  ["const a = () => make();", "const a = () => make();"],
  ["make();", "make();"],
  ["function f() { const a = make(); }", "function f() { const a = make(); }"],
])(
  "a module's constant is marked as pure only if it calls a function or a constructor: %s becomes %s",
  (source, marked) => {
    expect(withoutEffects("shared/a.ts", source)).toBe(marked);
  },
);
