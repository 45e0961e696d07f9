import { afterEach, expect, test } from "vitest";
import { forgetSearches, nameSearch, searchIn, viewOf } from "../../../web/src/operator/kit/searches.ts";

afterEach(forgetSearches);

const ADDRESS = "ada.lovelace@example.com";
const view = (query: string) => viewOf(new Request(`https://site.invalid/admin/users?${query}`));
/** Where the page is sent instead; undefined where it stays. */
function sentTo(query: string): string | null | undefined {
  try {
    view(query);
    return undefined;
  } catch (answer) {
    return (answer as Response).headers.get("location");
  }
}

test("the address holds a name for what is searched for, which says nothing of it", () => {
  const name = nameSearch(ADDRESS) ?? "";
  expect(name).toMatch(/^[\da-f]{8}$/);
  expect(searchIn(new URLSearchParams({ search: name }))).toBe(ADDRESS);
  expect(nameSearch(ADDRESS)).toBe(name);
  expect(nameSearch("else")).not.toBe(name);
  expect(nameSearch("")).toBeNull();
});

test("a search of this tab is read with its page", () => {
  const name = nameSearch(ADDRESS);
  expect(view(`search=${name}&cursor=c2&page=2`).get("page")).toBe("2");
  expect(sentTo("status=active&page=2")).toBeUndefined();
});

test("all but the search and its page stays of a link that another browser made", () => {
  expect(sentTo("search=0badcafe&status=active&cursor=c2&page=2&open=user-1")).toBe(
    "/admin/users?status=active&open=user-1",
  );
  expect(sentTo("search=0badcafe")).toBe("/admin/users");
});

test("the operator who signs in next finds no searches", () => {
  const name = nameSearch(ADDRESS) ?? "";
  forgetSearches();
  expect(searchIn(new URLSearchParams({ search: name }))).toBeUndefined();
});
