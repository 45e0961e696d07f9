import type { Page } from "playwright-core";

/**
 * Translates every page that is opened from now on as Google Translate does: each text node goes, two nested <font>
 * elements with other words take its place, and so it continues with what is drawn later.
 */
export async function translateAll(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const translate = (root: Node): void => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
        if (
          node instanceof Text &&
          node.data.trim() !== "" &&
          node.parentElement?.closest("font, script, style, textarea, option, title, noscript") === null
        )
          texts.push(node);
      for (const text of texts) {
        const outer = document.createElement("font");
        outer.append(document.createElement("font"));
        (outer.firstChild as Element).append(text.data);
        text.replaceWith(outer);
      }
    };
    const watch = new MutationObserver((records) => {
      if (!Reflect.get(window, "isTranslated")) return;
      for (const { addedNodes } of records)
        for (const node of addedNodes)
          if (node.isConnected)
            translate(node instanceof Text && node.parentElement ? node.parentElement : node);
    });
    watch.observe(document, { childList: true, subtree: true });
    Reflect.set(window, "translatePage", () => {
      Reflect.set(window, "isTranslated", true);
      translate(document.body);
    });
  });
}

/** As a person who chooses "Translate" once the page is there. */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.get(window, "translatePage")());
}
