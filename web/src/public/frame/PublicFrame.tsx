import type { ReactElement, ReactNode } from "react";
import { Footer } from "./Footer.tsx";
import { Island } from "./Island.tsx";
import { Nav } from "./Nav.tsx";

/** What every public page stands in. Its links are plain ones: each page is a document of its own. */
export function PublicFrame({ children }: { children: ReactNode }): ReactElement {
  return (
    <>
      <a
        href="#content"
        className="absolute top-2 left-2 z-40 -translate-y-20 rounded-control bg-ink px-4 py-2 text-sm text-paper focus:translate-y-0"
      >
        Skip to content
      </a>
      <Island name="nav">
        <Nav />
      </Island>
      <main id="content">{children}</main>
      <Footer />
    </>
  );
}
