import { type ReactElement, useContext, useEffect, useRef, useState } from "react";
import { UNSAFE_DataRouterContext as DataRouter, useSearchParams } from "react-router-dom";
import { Icon } from "../../ui/Icon.tsx";
import { withFilter } from "./address.ts";
import { nameSearch, SEARCH, searchIn } from "./searches.ts";

/** How long typing has to pause before a search starts. */
const DEBOUNCE_MS = 300;

/**
 * Searches after a pause in typing and puts the name of the search into the address.
 * @param replaces the name of the filter that a search removes
 */
export function SearchBox({ label, replaces }: { label: string; replaces?: string }): ReactElement {
  const [params, setParams] = useSearchParams();
  const shown = searchIn(params) ?? "";
  const [text, setText] = useState(shown);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(shown);
  const router = useContext(DataRouter)?.router;

  // Shows the search of an address that a link or the Back button opened.
  useEffect(() => {
    if (shown === sent.current) return;
    sent.current = shown;
    setText(shown);
  }, [shown]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const change = (typed: string): void => {
    setText(typed);
    clearTimeout(timer.current);
    const typedAt = router?.state.location;
    timer.current = setTimeout(() => {
      if (!router || !typedAt) return;
      // The address may have changed since typing. The router knows the new address before React renders it.
      const { location: here, navigation } = router.state;
      const { pathname, search: view } = navigation.location ?? here;
      if (pathname !== typedAt.pathname) return;
      sent.current = typed.trim();
      const before = new URLSearchParams(view);
      const found = withFilter(
        replaces ? withFilter(before, replaces, null) : before,
        SEARCH,
        nameSearch(sent.current),
      );
      // Keeps a row open that was opened in the meantime.
      const open = before.get("open");
      if (open !== null && open !== new URLSearchParams(typedAt.search).get("open")) found.set("open", open);
      setParams(found, { replace: navigation.location === undefined, preventScrollReset: true });
    }, DEBOUNCE_MS);
  };

  return (
    <div className="relative min-w-0 flex-1 basis-56 sm:max-w-80">
      <Icon
        name="search"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-faint"
      />
      <input
        type="search"
        aria-label={label}
        data-search=""
        placeholder={label}
        maxLength={200}
        value={text}
        onChange={(event) => change(event.target.value)}
        className="h-9 w-full rounded-control border border-edge bg-surface pr-9 pl-9 text-sm placeholder:text-faint focus:outline-2 focus:-outline-offset-1 focus:outline-ink pointer-coarse:h-11"
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 rounded-small border border-line px-1.5 font-mono text-xs text-faint max-sm:hidden"
      >
        /
      </span>
    </div>
  );
}
