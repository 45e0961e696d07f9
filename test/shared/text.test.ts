import { describe, expect, test } from "vitest";
import { normaliseEmail } from "#shared/accounts/email.ts";
import { line } from "#shared/text.ts";

const Name = line("Name", 20);

describe("a name", () => {
  test.each([
    ["with a mark that reverses its direction", "\u202etxt.exe", "txt.exe"],
    ["between marks that isolate its direction", "\u2066Anna\u2069", "Anna"],
    ["with a zero-width space", "An\u200bna", "Anna"],
    ["with an unnecessary joiner between letters", "An\u200dna\u200c", "Anna"],
    ["with a joiner after a zero-width space", "An\u200b\u200dna", "Anna"],
    ["with a byte order mark", "\ufeffAnna", "Anna"],
    ["with a soft hyphen", "An\u00adna", "Anna"],
  ])("%s becomes the plain name", (_what, given, plain) => {
    expect(Name.parse(given)).toBe(plain);
  });

  test.each(["👩\u200d💻", "می\u200cخواهم", "क्\u200dष"])("keeps the joiners that %s needs", (given) => {
    expect(Name.parse(given)).toBe(given);
  });

  test.each(["\ufffe", "\uffff", "\u{1fffe}", "\u0001", "\ud800"])(
    "with a character that XML forbids is refused",
    (bad) => {
      expect(() => Name.parse(`An${bad}na`)).toThrow("Name must be one line of text");
    },
  );

  test("without visible characters is refused", () => {
    expect(() => Name.parse("\u200b\u2060")).toThrow("Name is required");
  });
});

test("an address loses its invisible characters", () => {
  expect(normaliseEmail("an\u200bna\u202e@example.com")).toBe("anna@example.com");
});
