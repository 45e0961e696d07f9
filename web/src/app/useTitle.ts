import { useEffect } from "react";
import { BRAND } from "#shared/brand.ts";

export function useTitle(page: string): void {
  useEffect(() => {
    document.title = `${page} · ${BRAND.name}`;
  }, [page]);
}
