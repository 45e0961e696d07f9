import { describe, expect, test } from "vitest";
import { paths, safeNext } from "../../../web/src/app/paths.ts";

describe("addresses", () => {
  test("the lifetime checkout is /checkout, and the subscription's is below it", () => {
    expect(paths.checkout.href("payment")).toBe("/checkout");
    expect(paths.checkout.href("subscription")).toBe("/checkout/subscription");
  });

  test("the sign-in page gets the path to continue to", () => {
    expect(paths.login.href()).toBe("/login");
    expect(paths.login.href("/dashboard/seats?a=1&b=2")).toBe(
      "/login?next=%2Fdashboard%2Fseats%3Fa%3D1%26b%3D2",
    );
  });
});

describe("the path after signing in", () => {
  test.each(["/checkout", "/dashboard/seats?tab=a#b"])("can be the path %s of this site", (next) => {
    expect(safeNext(next, "/dashboard")).toBe(next);
  });

  test.each([
    null,
    "",
    "dashboard",
    "https://evil.example/",
    "//evil.example/x",
    "/\\evil.example/x",
    "/\t/evil.example",
    "/.//evil.example/x",
    "/..//evil.example",
    "/x/..//evil.example",
    "/.\\\\evil.example",
    "/.\t/\t/evil.example",
    "/%2e//evil.example",
    "/x/%2E%2e//evil.example",
    "javascript:alert(1)",
  ])("is the dashboard if the link says %j, which is not a path of this site", (next) => {
    expect(safeNext(next, "/dashboard")).toBe("/dashboard");
  });
});
