import { expect, test } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { Mail, type TemplateName } from "#shared/mail/mail.ts";
import { render } from "../../../../functions/mail/templates/render.ts";
import { TEMPLATES } from "../../../../functions/mail/templates/templates.ts";

const SITE = "https://site.example";
/** Values that are parts of a link's address. */
const IN_ADDRESSES: Readonly<Record<string, string>> = { disputeId: "dp_1", page: "/payments/pi_1" };
const NAMES = Mail.shape.template.options;

/** A recognizable value for each name in a template, with characters that HTML escapes. */
function valuesOf(template: TemplateName): Record<string, string> {
  const source = JSON.stringify(TEMPLATES[template]);
  const names = [...source.matchAll(/\{\{(?:#if )?(\w+)\}\}/g)]
    .map(([, name = ""]) => name)
    .filter((name) => name !== "else");
  return Object.fromEntries(
    names.map((name) => [
      name,
      name.endsWith("Url") ? `${SITE}/${name}` : (IN_ADDRESSES[name] ?? `<${name}> & "more"`),
    ]),
  );
}
const rendered = (template: TemplateName, data = valuesOf(template)) =>
  render({ id: "1", to: { userId: "ann" }, template, data }, SITE);
const asHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

test.each(NAMES)("the mail %s contains all its values in plain text and in HTML", (template) => {
  const { siteUrl: _, ...data } = valuesOf(template);
  const { subject, text, html } = rendered(template, data);
  for (const value of Object.values(data)) {
    expect(`${subject}\n${text}`).toContain(value);
    expect(html).toContain(asHtml(value));
  }
  expect(`${subject}${text}${html}`).not.toMatch(/\{\{|undefined|\[object/);
});

test.each(NAMES)("the mail %s has the same links in plain text and in HTML", (template) => {
  const { text, html } = rendered(template);
  const { action, link } = TEMPLATES[template];
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, url = ""]) => url);
  expect(links).toHaveLength([action, link].filter(Boolean).length);
  for (const url of links) {
    expect(url).toMatch(/^https:\/\/site\.example\//);
    expect(text.split("\n")).toContain(url);
  }
});

test.each(NAMES)("the mail %s ends with its sender, the reason for the mail and where to ask", (template) => {
  const { text, html } = rendered(template);
  const { why } = TEMPLATES[template];
  expect(text).toContain(
    `\n\n-- \n${BRAND.name}\n${why}\nQuestions? Reply to this email, or write to ${BRAND.supportEmail}.\n`,
  );
  expect(html).toContain(`${why} Questions? Reply to this email, or write to ${BRAND.supportEmail}.`);
});

test.each(NAMES)("the mail %s has its own colors in a dark mail program", (template) => {
  const { html } = rendered(template);
  const [, dark = ""] = /<style>@media \(prefers-color-scheme:dark\)\{(.*)\}<\/style>/s.exec(html) ?? [];
  const [, body = ""] = html.split("</head>");
  for (const [, name, style = ""] of body.matchAll(/class="(\w+)" style="([^"]*)"/g))
    if (style.includes("color:#") && !style.includes("background:#c8371b"))
      expect(dark).toContain(`.${name}{`);
});

test.each(NAMES)(
  "the mail %s can be turned off in the mail program only if it carries a token",
  (template) => {
    expect(rendered(template).unsubscribeUrl).toBeUndefined();
    expect(rendered(template, { ...valuesOf(template), mailToken: "t" }).unsubscribeUrl).toBe(
      `${SITE}/backend/api/mail/unsubscribe/t`,
    );
  },
);

test("the mail with the key does not mention tax, an invoice or a guarantee if there is none", () => {
  const data = { ...valuesOf("licenseKey"), tax: "", number: "", invoiceUrl: "", refundUntil: "" };
  const { text, html } = rendered("licenseKey", data);
  for (const shown of [text, html]) expect(shown).not.toMatch(/tax|invoice|change your mind|<p[^>]*><\/p>/i);
  expect(text).not.toMatch(/\n{3}/);
});

test.each([
  ["licenseKey", { amount: "$30.00", product: "Monthly", licenseKey: "KEY" }],
  [
    "receipt",
    {
      number: "1",
      amount: "$30.00",
      product: "Monthly",
      paidUntil: "1 May 2027",
      invoiceUrl: `${SITE}/invoice`,
    },
  ],
  ["paymentFailed", { amount: "$30.00", product: "Monthly", consequence: "Nothing is lost." }],
] as const)("the mail %s can be rendered from the values that an older version queued", (template, data) => {
  const { text, html } = rendered(template, data);
  expect(text).toContain("$30.00");
  for (const shown of [text, html]) expect(shown).not.toMatch(/\{\{|undefined|Tax included/);
});

test("a mail that lacks a value is not rendered", () => {
  expect(() => rendered("receipt", {})).toThrow(/not defined/);
});
