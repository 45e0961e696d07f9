import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The number of ports of a stack and its services. */
const A_STACK = 20;

test("no two stacks of the tests use the same ports, because two test files run at once", () => {
  const asked = globSync("test/**/*.ts")
    .flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/\b(?:shifted\(|port: )(\d{4})\b/g)].map(([, port]) => ({
        file,
        port: Number(port),
      })),
    )
    .sort((a, b) => a.port - b.port);
  expect(asked.length).toBe(5);
  const near = asked.filter(({ port }, at) => port - (asked[at - 1]?.port ?? 0) < A_STACK);
  expect(near).toEqual([]);
});
