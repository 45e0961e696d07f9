import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { onlyFromHere } from "../fromHere.ts";
import { listen } from "../listen.ts";
import { SCRIPT, STYLE } from "./assets.ts";
import { openMailBox } from "./box.ts";
import type { OutgoingMail, SampleMail, StoredMail } from "./message.ts";
import { listPage, mailDocument, messagePage, missingPage } from "./pages.ts";
import { inTheme, samplePage, samplesPage } from "./samplePages.ts";

export type Mail = {
  url: string;
  deliver(message: OutgoingMail): void;
  messages(to?: string): StoredMail[];
  close(): Promise<void>;
};

// A mail may contain foreign scripts. The page around it runs only our script, and the mail itself runs none.
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self'; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: http://127.0.0.1:* http://localhost:*; " +
  "font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; " +
  "sandbox allow-popups allow-popups-to-escape-sandbox";

export async function startMail(options: {
  port: number;
  /** Default: in memory, lost at a restart. */
  dataFile?: string;
  now?: () => number;
  samples?: (() => Promise<readonly SampleMail[]>) | undefined;
}): Promise<Mail> {
  const box = openMailBox(options.dataFile, options.now ?? Date.now);
  const app = new Hono();
  const { samples } = options;

  app.use(async (c, next) => {
    await next();
    c.header("x-content-type-options", "nosniff");
    c.header("referrer-policy", "no-referrer");
    c.header("cache-control", "no-store");
    if (!c.res.headers.has("content-security-policy")) c.header("content-security-policy", PAGE_POLICY);
  });
  app.get("/", (c) => {
    const to = c.req.query("to") ?? "";
    return c.html(
      listPage(box.messages(to), { to, state: stateOf(box.messages()), samples: samples !== undefined }),
    );
  });
  app.get("/messages", (c) =>
    c.json(box.messages(c.req.query("to")), 200, { "x-state": stateOf(box.messages()) }),
  );
  app.delete("/messages", (c) => {
    box.clear();
    return c.body(null, 204);
  });
  app.get("/messages/:id", (c) => {
    const mail = box.find(c.req.param("id"));
    return mail ? c.html(messagePage(mail)) : c.html(missingPage(), 404);
  });
  app.get("/messages/:id/html", (c) => {
    const mail = box.find(c.req.param("id"));
    if (!mail?.html) return c.html(missingPage(), 404);
    return c.html(mailDocument(mail.html), 200, { "content-security-policy": MAIL_POLICY });
  });
  if (samples !== undefined) {
    const find = async (number: string) => (await samples())[Number(number) - 1];
    app.get("/samples", async (c) => c.html(samplesPage(await samples())));
    app.get("/samples/:number", async (c) => {
      const number = c.req.param("number");
      const sample = await find(number);
      return sample ? c.html(samplePage(sample, number)) : c.html(missingPage(), 404);
    });
    app.get("/samples/:number/html", async (c) => {
      const sample = await find(c.req.param("number"));
      if (!sample?.html) return c.html(missingPage(), 404);
      const shown = mailDocument(inTheme(sample.html, c.req.query("theme") ?? ""));
      return c.html(shown, 200, { "content-security-policy": MAIL_POLICY });
    });
  }
  app.get("/state", (c) => c.text(stateOf(box.messages())));
  app.get("/mail.css", (c) => c.body(STYLE, 200, { "content-type": "text/css; charset=utf-8" }));
  app.get("/mail.js", (c) => c.body(SCRIPT, 200, { "content-type": "text/javascript; charset=utf-8" }));

  const server = createAdaptorServer({
    fetch: onlyFromHere((request) => app.fetch(request)),
    hostname: "127.0.0.1",
  });
  const port = await listen(server, options.port);

  return {
    url: `http://localhost:${port}`,
    deliver: box.deliver,
    messages: box.messages,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}

/** Changes with the list. An open page polls this value and reloads when it has changed. */
function stateOf(messages: readonly StoredMail[]): string {
  return `${messages.length} ${messages[0]?.id ?? "none"}`;
}
