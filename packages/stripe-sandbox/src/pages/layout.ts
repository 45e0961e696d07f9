import { html, raw } from "hono/html";
import { STYLE } from "./style.ts";

type Html = ReturnType<typeof html>;

/** A page of plain HTML, without JavaScript or external files. */
export function layout(title: string, body: Html, wide = false): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${raw(STYLE)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header><p class="ribbon"><strong>Test mode.</strong> No money moves here.</p></header>
<main id="main" class="${wide ? "wide" : "narrow"}">${body}</main>
</body>
</html>`;
}

/** An error message that screen readers announce. */
export function alert(message: string | undefined): Html | string {
  return message === undefined
    ? ""
    : html`<p class="alert" role="alert" tabindex="-1" autofocus>${message}</p>`;
}

export function money(cents: number, currency: string): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency: currency.toUpperCase() }).format(
    cents / 100,
  );
}

export function day(seconds: number): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }).format(seconds * 1000);
}

export function moment(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace("T", " ").slice(0, 19);
}

export type { Html };
