import { describe, expect, it } from "vitest";
import { createRouter } from "../../src/gateway/routes.ts";

const route = (routeKey: string) => ({ routeKey, functionArn: routeKey, authorizer: null });
const KEYS = [
  "GET /items/{id}",
  "GET /items/new",
  "ANY /items/new",
  "POST /items/{id}/parts/{part}",
  "GET /files/{path+}",
  "GET /files/{name}",
  "GET /a.b",
];
const find = createRouter(KEYS.map(route));

describe("the route of a request", () => {
  it.each([
    ["GET", "/items/7", "GET /items/{id}", { id: "7" }],
    ["GET", "/items/new", "GET /items/new", {}],
    ["PUT", "/items/new", "ANY /items/new", {}],
    ["POST", "/items/7/parts/a%2Fb", "POST /items/{id}/parts/{part}", { id: "7", part: "a/b" }],
    ["GET", "/files/one", "GET /files/{name}", { name: "one" }],
    ["GET", "/files/one/two", "GET /files/{path+}", { path: "one/two" }],
    ["GET", "/items/%E0%A4%A", "GET /items/{id}", { id: "%E0%A4%A" }],
  ])("%s %s takes the route %s", (method, path, routeKey, pathParameters) => {
    expect(find(method, path)).toEqual({ route: route(routeKey), pathParameters });
  });

  it.each([
    ["DELETE", "/items/7"],
    ["GET", "/items"],
    ["GET", "/items/7/"],
    ["GET", "/items/7/parts"],
    ["GET", "/aXb"],
  ])("%s %s takes no route", (method, path) => {
    expect(find(method, path)).toBeUndefined();
  });

  it("$default takes every other request", () => {
    const withDefault = createRouter([...KEYS, "$default"].map(route));
    expect(withDefault("DELETE", "/x")?.route.routeKey).toBe("$default");
  });
});
