import { afterEach, expect, test } from "vitest";
import { forgetSearches, nameSearch, searchIn, viewOf } from "../../../web/src/operator/kit/searches.ts";

afterEach(forgetSearches);

const ADDRESS = "ada.lovelace@example.com";
const view = (query: string) => viewOf(new Request(`https://site.invalid/admin/users?${query}`));
/** The target of the page's redirect; undefined without a redirect. */
function sentTo(query: string): string | null | undefined {
  try {
    view(query);
    return undefined;
  } catch (answer) {
    return (answer as Response).headers.get("location");
  }
}

test("the URL names a search by an id that does not reveal the text", () => {
  const name = nameSearch(ADDRESS) ?? "";
  expect(name).toMatch(/^[\da-f]{8}$/);
  expect(searchIn(new URLSearchParams({ search: name }))).toBe(ADDRESS);
  expect(nameSearch(ADDRESS)).toBe(name);
  expect(nameSearch("else")).not.toBe(name);
  expect(nameSearch("")).toBeNull();
});

test("a page of a search from this tab is not redirected", () => {
  const name = nameSearch(ADDRESS);
  expect(view(`search=${name}&cursor=c2&page=2`).get("page")).toBe("2");
  expect(sentTo("status=active&page=2")).toBeUndefined();
});

test("a link from another browser keeps everything except the search and its page", () => {
  expect(sentTo("search=0badcafe&status=active&cursor=c2&page=2&open=user-1")).toBe(
    "/admin/users?status=active&open=user-1",
  );
  expect(sentTo("search=0badcafe")).toBe("/admin/users");
});

test("a search is unknown after forgetSearches", () => {
  const name = nameSearch(ADDRESS) ?? "";
  forgetSearches();
  expect(searchIn(new URLSearchParams({ search: name }))).toBeUndefined();
});
