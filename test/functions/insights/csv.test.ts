import { expect, test } from "vitest";
import { toCsv } from "../../../functions/insights/csv/rules.ts";

test("each row of a CSV file is a line, and the header is optional", () => {
  const rows = [{ a: 1, b: "x" }];
  expect(toCsv(["a", "b"], rows, true)).toBe("a,b\r\n1,x\r\n");
  expect(toCsv(["a", "b"], rows, false)).toBe("1,x\r\n");
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1", "＋1"])(
  "%j is written so that a spreadsheet does not read it as a formula",
  (text) => {
    expect(toCsv(["a"], [{ a: text }], false)).toBe(`"'${text}"\r\n`);
  },
);

test.each(["Ann;=1+1", "Ann\t=1+1"])(
  "%j stays in one cell in a spreadsheet that uses another separator",
  (text) => {
    expect(toCsv(["a"], [{ a: text }], false)).toBe(`"${text}"\r\n`);
  },
);

test("quotes, commas and line breaks stay in their cells, and a negative number stays a number", () => {
  expect(toCsv(["a", "b"], [{ a: 'say "hi", you\nthere', b: -5 }], false)).toBe(
    '"say ""hi"", you\nthere",-5\r\n',
  );
});
