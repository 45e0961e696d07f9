import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { StoredMail } from "../../src/mail/message.ts";
import { startMail } from "../../src/mail/server.ts";

const HELLO = {
  to: "ada@example.com",
  from: "shop@example.com",
  subject: "Your code",
  text: "Your code is 123456.",
};

async function mailFor(options: Partial<Parameters<typeof startMail>[0]> = {}) {
  let now = Date.parse("2026-11-20T10:00:00Z");
  const mail = await startMail({ port: 0, now: () => (now += 1000), ...options });
  onTestFinished(() => mail.close());
  const json = async (path: string) => (await (await fetch(`${mail.url}${path}`)).json()) as StoredMail[];
  const text = async (path: string) => await (await fetch(`${mail.url}${path}`)).text();
  return { ...mail, json, text };
}

describe("the list as JSON", () => {
  test("has every field, newest first", async () => {
    const mail = await mailFor();
    mail.deliver(HELLO);
    mail.deliver({ ...HELLO, subject: "Second", html: "<b>hi</b>", headers: { "List-Unsubscribe": "<u>" } });
    expect(await mail.json("/messages")).toMatchObject([
      { subject: "Second", html: "<b>hi</b>", headers: { "List-Unsubscribe": "<u>" } },
      { ...HELLO, html: null, headers: {}, attachments: [], receivedAt: "2026-11-20T10:00:01.000Z" },
    ]);
  });

  test("has one message per recipient, and finds it whatever the letter case of the address", async () => {
    const mail = await mailFor();
    mail.deliver({ ...HELLO, to: ["Ada Byron <Ada@example.com>", "bob@example.com"] });
    const found = await mail.json(`/messages?to=${encodeURIComponent("ada@EXAMPLE.com")}`);
    expect(found.map((one) => one.to)).toEqual(["Ada@example.com"]);
    expect(await mail.json("/messages")).toHaveLength(2);
  });

  test("is empty after DELETE", async () => {
    const mail = await mailFor();
    mail.deliver(HELLO);
    expect((await fetch(`${mail.url}/messages`, { method: "DELETE" })).status).toBe(204);
    expect(await mail.json("/messages")).toEqual([]);
  });

  test("survives a restart when a file is named", async () => {
    const directory = mkdtempSync(join(tmpdir(), "mail-"));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const dataFile = join(directory, "mail.jsonl");
    const first = await mailFor({ dataFile });
    first.deliver(HELLO);
    const second = await mailFor({ dataFile });
    expect(second.messages()).toEqual(first.messages());
  });
});

describe("the pages", () => {
  test("list messages with their codes", async () => {
    const mail = await mailFor();
    mail.deliver(HELLO);
    const page = await mail.text("/");
    expect(page).toContain("Your code");
    expect(page).toContain("123456</code>");
  });

  test("show a mail's markup as text", async () => {
    const mail = await mailFor();
    mail.deliver({ ...HELLO, subject: "<script>alert(1)</script>", text: "<img src=x onerror=alert(1)>" });
    const id = mail.messages()[0]?.id;
    for (const path of ["/", `/messages/${id}`, "/?to=%22%3E%3Cscript%3Ealert(1)%3C/script%3E"]) {
      const page = await mail.text(path);
      expect(page).not.toContain("<script>alert");
      expect(page).not.toContain("<img");
    }
  });

  test("run no script in a mail's HTML", async () => {
    const mail = await mailFor();
    mail.deliver({ ...HELLO, html: "<script>alert(1)</script>" });
    const id = mail.messages()[0]?.id;
    const page = await mail.text(`/messages/${id}`);
    expect(page).toMatch(/<iframe[^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/);
    const frame = await fetch(`${mail.url}/messages/${id}/html`);
    const policy = frame.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("sandbox allow-popups");
    expect(policy).not.toContain("script-src");
    expect(await frame.text()).toContain("<script>alert(1)</script>");
  });

  test("answer 404 for a missing message", async () => {
    const mail = await mailFor();
    expect((await fetch(`${mail.url}/messages/none`)).status).toBe(404);
    expect((await fetch(`${mail.url}/messages/none/html`)).status).toBe(404);
  });
});

describe("sample mail", () => {
  const sample = {
    name: "receipt",
    from: "shop@example.com",
    subject: "Receipt",
    text: "Paid.",
    html: "<style>@media (prefers-color-scheme: dark){p{color:white}}</style><p>Paid</p>",
  };

  test("is listed and shown in light, in dark and as plain text", async () => {
    const mail = await mailFor({ samples: async () => [sample] });
    expect(await mail.text("/")).toContain('href="/samples"');
    expect(await mail.text("/samples")).toMatch(/href="\/samples\/1"[\s\S]*receipt[\s\S]*Receipt/);
    const page = await mail.text("/samples/1");
    for (const part of ["?theme=light", "?theme=dark", "<pre>Paid.</pre>"]) expect(page).toContain(part);
    expect(await mail.text("/samples/1/html")).toContain("<p>Paid</p>");
    expect(await mail.text("/samples/1/html?theme=dark")).toContain("@media (min-width:0)");
    expect(await mail.text("/samples/1/html?theme=light")).toContain("@media (max-width:0)");
    expect((await fetch(`${mail.url}/samples/2`)).status).toBe(404);
  });

  test("is missing if the product has none", async () => {
    const mail = await mailFor();
    expect(await mail.text("/")).not.toContain("/samples");
    expect((await fetch(`${mail.url}/samples`)).status).toBe(404);
  });
});
