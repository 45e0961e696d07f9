import type { Page } from "playwright-core";

/**
 * Prepares every page that is opened from now on for a translation like that of Google Translate. Two nested <font>
 * elements with other words replace each text node, even nodes that are drawn later.
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

/** Translates the open page, as a person does by choosing "Translate". */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.get(window, "translatePage")());
}
