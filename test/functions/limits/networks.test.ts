import { describe, expect, test } from "vitest";
import { isWithin, networkOf } from "../../../functions/limits/networkRules.ts";

describe("one network contains", () => {
  test.each([
    ["203.0.113.7", "203.0.113.250"],
    ["2001:db8:1:2::1", "2001:db8:1:ffff:1:2:3:4"],
    ["::ffff:203.0.113.7", "203.0.113.9"],
    ["::1", "0:0:0:ffff::"],
  ])("%s and %s", (one, other) => {
    expect(networkOf(one)).toBe(networkOf(other));
  });
});

describe("two networks contain", () => {
  test.each([
    ["203.0.113.7", "203.0.114.7"],
    ["2001:db8:1::1", "2001:db8:2::1"],
    ["0.0.0.1", "::1"],
  ])("%s and %s", (one, other) => {
    expect(networkOf(one)).not.toBe(networkOf(other));
  });
});

test.each(["", "localhost", "1.2.3", "1.2.3.256", "1::2::3", "1:2:3:4:5:6:7:8:9", ":::", "g::1"])(
  "%j is not an address",
  (text) => {
    expect(networkOf(text)).toBeUndefined();
  },
);

describe("a list of networks", () => {
  test.each([
    ["198.51.100.7", "198.51.100.0/24", true],
    ["198.51.101.7", "198.51.100.0/24", false],
    ["198.51.100.129", "198.51.100.128/25", true],
    ["198.51.100.127", "198.51.100.128/25", false],
    ["8.8.8.8", "0.0.0.0/0", true],
    ["2001:db8::7", "2001:db8::/32", true],
    ["2001:db9::7", "2001:db8::/32", false],
    ["::1", "0.0.0.0/0", false],
    ["8.8.8.8", "nonsense", false],
    ["8.8.8.8", "8.8.8.0/33", false],
  ])("%s is in a list that contains %s: %s", (address, network, expected) => {
    expect(isWithin(address, ["192.0.2.0/24", network])).toBe(expected);
  });
});
