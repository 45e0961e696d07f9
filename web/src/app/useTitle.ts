import { useEffect } from "react";
import { BRAND } from "#shared/brand.ts";

/** The document's title: the page, then the product. */
export function useTitle(page: string): void {
  useEffect(() => {
    document.title = `${page} · ${BRAND.name}`;
  }, [page]);
}
